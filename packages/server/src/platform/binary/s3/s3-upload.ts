/** Content goes up as it comes, a part at a time: one part is in memory, and what fits into one is a single request. */
import { BinaryStorageError } from '../failure.ts';
import type { S3Client } from './s3-client.ts';
import { completion, readElement } from './s3-xml.ts';

/** More than any service takes. */
const mostParts = 10_000;

const contentType = { 'content-type': 'application/octet-stream' };

/** Buffers of exactly `size` bytes; the last one may be shorter, and there is at least one. */
async function* inParts(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    let rest = chunk;
    while (length + rest.length > size) {
      pending.push(rest.subarray(0, size - length));
      rest = rest.subarray(size - length);
      yield Buffer.concat(pending);
      pending = [];
      length = 0;
    }
    // The source may use its buffer again.
    pending.push(Buffer.from(rest));
    length += rest.length;
  }
  yield Buffer.concat(pending);
}

const etagOf = (header: string | string[] | undefined): string => {
  if (typeof header !== 'string')
    throw new BinaryStorageError('refused', 'The S3 service gave no ETag for a part of a file');
  return header;
};

const uploadParts = async (
  client: S3Client,
  key: string,
  uploadId: string,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const etags: string[] = [];
  for await (const body of parts) {
    if (etags.length === mostParts)
      throw new BinaryStorageError('refused', 'The file is too large for the S3 storage of binary data');
    const query = { partNumber: `${etags.length + 1}`, uploadId };
    const answer = await client.call({ method: 'PUT', key, query, body });
    if (!answer) throw new BinaryStorageError('unreachable', 'The S3 service has forgotten an upload');
    answer.body.resume();
    etags.push(etagOf(answer.headers.etag));
  }
  const body = completion(etags);
  await client.text({ method: 'POST', key, query: { uploadId }, headers: { 'content-type': 'application/xml' }, body });
};

export const upload = async (
  client: S3Client,
  key: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  partBytes: number,
): Promise<void> => {
  const parts = inParts(content, partBytes);
  const first = (await parts.next()).value as Uint8Array;
  const second = await parts.next();
  if (second.done) {
    const answer = await client.call({ method: 'PUT', key, body: first, headers: contentType });
    answer?.body.resume();
    return;
  }
  const begun = await client.text({ method: 'POST', key, query: { uploads: '' }, headers: contentType });
  const uploadId = readElement(begun, 'UploadId');
  if (!uploadId) throw new BinaryStorageError('refused', 'The S3 service takes no uploads in parts');
  const all = async function* () {
    yield first;
    yield second.value as Uint8Array;
    yield* parts;
  };
  try {
    await uploadParts(client, key, uploadId, all());
  } catch (error) {
    // The failure counts; an upload that cannot even be given up is left to the bucket's own rules.
    const given = await client.call({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    given?.body.resume();
    throw error;
  }
};
