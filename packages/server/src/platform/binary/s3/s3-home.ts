/** Bytes as objects of a bucket. */
import { Readable } from 'node:stream';
import type { ByteHome, ByteRange } from '../byte-home.ts';
import { BinaryStorageError, isPassingStorageFailure } from '../failure.ts';
import { gather } from './gather.ts';
import type { S3Client } from './s3-client.ts';
import { explainTransport } from './s3-failure.ts';
import { deleteFiles, listOwners, startOf } from './s3-listing.ts';
import type { S3Settings } from './s3-settings.ts';
import { upload } from './s3-upload.ts';

/** Times that a broken-off stream is taken up again where it broke. */
const resumptions = 3;

const rangeHeader = ({ first, last }: ByteRange) => ({ range: `bytes=${first}-${last}` });

const sizeOf = (headers: Readonly<Record<string, string | string[] | undefined>>): number => {
  const total = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1] ?? headers['content-length'];
  if (typeof total !== 'string')
    throw new BinaryStorageError('refused', 'The S3 service does not say how long a file is');
  return Number(total);
};

export const createS3Home = (settings: S3Settings): ByteHome => {
  const { prefix, partBytes = 8 * 1024 * 1024 } = settings;
  let opened: Promise<S3Client> | undefined;
  /** Loaded when it is first needed: many workers never store a file. */
  const client = () => (opened ??= import('./s3-client.ts').then(({ createS3Client }) => createS3Client(settings)));

  const keyOf = (id: string): string => {
    const [executionId, uuid] = id.split('/') as [string, string];
    return startOf(prefix, executionId) + uuid;
  };

  /** Bytes from `first` to `last`; goes on where it was when the connection breaks. */
  const follow = async function* (key: string, body: Readable, first: number, last: number) {
    let current = body;
    let position = first;
    for (let left = resumptions; ; left--) {
      try {
        for await (const chunk of current as AsyncIterable<Buffer>) {
          position += chunk.length;
          yield chunk;
        }
        if (position > last) return;
        throw new Error('The answer of the S3 service ended too early');
      } catch (error) {
        const failure = explainTransport(error);
        if (left === 0 || !isPassingStorageFailure(failure)) throw failure;
      }
      const answer = await (await client()).call({
        method: 'GET',
        key,
        headers: rangeHeader({ first: position, last }),
      });
      if (!answer) throw new BinaryStorageError('refused', 'The file was deleted while it was being read');
      current = answer.body;
    }
  };

  return {
    async put(id, content) {
      await upload(await client(), keyOf(id), content, partBytes);
    },

    async size(id) {
      const answer = await (await client()).call({ method: 'HEAD', key: keyOf(id) });
      answer?.body.resume();
      return answer && sizeOf(answer.headers);
    },

    async open(id, range) {
      const key = keyOf(id);
      const headers = range && rangeHeader(range);
      const answer = await (await client()).call({ method: 'GET', key, headers });
      if (!answer) return undefined;
      const size = sizeOf(answer.headers);
      const { first, last } = range ?? { first: 0, last: size - 1 };
      return { stream: Readable.from(follow(key, answer.body, first, last), { objectMode: false }), size };
    },

    deleteExecutions: gather(async (executionIds) => deleteFiles(await client(), prefix, executionIds)),

    owners: async () => listOwners(await client(), prefix),

    async check() {
      const query = { 'list-type': '2', prefix, 'max-keys': '1' };
      await (await client()).text({ method: 'GET', key: '', query });
    },

    async close() {
      await (await opened)?.close();
    },
  };
};
