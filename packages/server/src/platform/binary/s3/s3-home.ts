/**
 * Bytes as objects of a bucket. Keys hold the execution's id with leading zeros, so that their order is that of the executions: one
 * listing shows what a whole batch of them has, and nothing else has to remember it.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteHome, ByteRange } from '../byte-home.ts';
import { BinaryStorageError, isPassingStorageFailure } from '../failure.ts';
import type { S3Client } from './s3-client.ts';
import { explainTransport } from './s3-failure.ts';
import type { S3Settings } from './s3-settings.ts';
import { upload } from './s3-upload.ts';
import { deletion, readElement, readElements } from './s3-xml.ts';

const idDigits = 18;
const keysInRequest = 1000;
/** Times that a broken-off stream is taken up again where it broke. */
const resumptions = 3;

/** A key without the prefix; what else lies in the bucket is not ours. */
const keyPattern = /^(?=\d{18}\/)0*([1-9]\d*)\//;

interface Listed {
  key: string;
  /** Empty for a key that is not ours. */
  executionId: string;
  /** Epoch milliseconds. */
  changed: number;
}

interface Page {
  files: Listed[];
  last: Listed | undefined;
  isLast: boolean;
}

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

  const startOf = (executionId: string): string => prefix + executionId.padStart(idDigits, '0');
  const keyOf = (id: string): string => {
    const [executionId, uuid] = id.split('/') as [string, string];
    return `${startOf(executionId)}/${uuid}`;
  };

  const listAfter = async (start: string, most = keysInRequest): Promise<Page> => {
    const query = { 'list-type': '2', prefix, 'start-after': start, 'max-keys': `${most}` };
    const xml = await (await client()).text({ method: 'GET', key: '', query });
    const files = readElements(xml, 'Contents').map((entry): Listed => {
      const key = readElement(entry, 'Key') ?? '';
      const executionId = keyPattern.exec(key.slice(prefix.length))?.[1] ?? '';
      return { key, executionId, changed: Date.parse(readElement(entry, 'LastModified') ?? '') || 0 };
    });
    return { files, last: files.at(-1), isLast: readElement(xml, 'IsTruncated') !== 'true' };
  };

  const deleteKeys = async (keys: readonly string[]): Promise<void> => {
    for (let from = 0; from < keys.length; from += keysInRequest) {
      const body = deletion(keys.slice(from, from + keysInRequest));
      const headers = {
        'content-type': 'application/xml',
        'content-md5': createHash('md5').update(body).digest('base64'),
      };
      const xml = await (await client()).text({ method: 'POST', key: '', query: { delete: '' }, headers, body });
      const failed = readElements(xml, 'Error')[0];
      if (failed !== undefined)
        throw new BinaryStorageError(
          'refused',
          `The S3 service did not delete a file (${readElement(failed, 'Code') ?? 'no code'})`,
        );
    }
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

    /** Each listing begins at the next id that is to go, so ids that lie far apart cost no pages in between. */
    async deleteExecutions(executionIds) {
      const wanted = new Set(executionIds);
      let after = '';
      for (const start of executionIds.map(startOf).sort()) {
        if (start < after) continue;
        after = start;
        for (;;) {
          const { files, last, isLast } = await listAfter(after, executionIds.length === 1 ? 100 : keysInRequest);
          await deleteKeys(files.filter(({ executionId }) => wanted.has(executionId)).map(({ key }) => key));
          if (isLast || !last) return;
          after = last.key;
          // Else the page may have ended among the files of one that is to go.
          if (!wanted.has(last.executionId)) break;
        }
      }
    },

    async owners() {
      const owners = new Map<string, number>();
      let page: Page | undefined;
      do {
        page = await listAfter(page?.last?.key ?? prefix);
        for (const { executionId, changed } of page.files)
          owners.set(executionId, Math.max(changed, owners.get(executionId) ?? 0));
      } while (!page.isLast && page.last);
      return owners;
    },

    async check() {
      await listAfter(prefix, 1);
    },

    async close() {
      await (await opened)?.close();
    },
  };
};
