import { createHash } from 'node:crypto';
import { BinaryStorageError } from '../failure.ts';
import type { S3Client } from './s3-client.ts';
import { deletion, readElement, readElements } from './s3-xml.ts';

/**
 * Keys hold the execution's id with leading zeros, so that their order is that of the executions: one listing shows what a whole batch
 * of them has, and nothing else has to remember it.
 */
const idDigits = 18;
/** A key without the prefix; what else lies in the bucket is not ours. */
const keyPattern = /^(?=\d{18}\/)0*([1-9]\d*)\//;
/** As many as a service takes or gives at once. */
const keysInRequest = 1000;

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

/** What all keys of an execution begin with. */
export const startOf = (prefix: string, executionId: string): string =>
  `${prefix}${executionId.padStart(idDigits, '0')}/`;

const listAfter = async (client: S3Client, prefix: string, after: string, within = prefix): Promise<Page> => {
  const query = { 'list-type': '2', prefix: within, 'start-after': after, 'max-keys': `${keysInRequest}` };
  const xml = await client.text({ method: 'GET', key: '', query });
  const files = readElements(xml, 'Contents').map((entry): Listed => {
    const key = readElement(entry, 'Key') ?? '';
    const executionId = keyPattern.exec(key.slice(prefix.length))?.[1] ?? '';
    return { key, executionId, changed: Date.parse(readElement(entry, 'LastModified') ?? '') || 0 };
  });
  return { files, last: files.at(-1), isLast: readElement(xml, 'IsTruncated') !== 'true' };
};

const deleteKeys = async (client: S3Client, keys: readonly string[]): Promise<void> => {
  for (let from = 0; from < keys.length; from += keysInRequest) {
    const body = deletion(keys.slice(from, from + keysInRequest));
    const md5 = createHash('md5').update(body).digest('base64');
    const headers = { 'content-type': 'application/xml', 'content-md5': md5 };
    const xml = await client.text({ method: 'POST', key: '', query: { delete: '' }, headers, body });
    const failed = readElements(xml, 'Error')[0];
    if (failed === undefined) continue;
    const code = readElement(failed, 'Code') ?? 'no code';
    throw new BinaryStorageError('refused', `The S3 service did not delete a file (${code})`);
  }
};

/** Each listing begins at the next id that is to go, so ids that lie far apart cost no pages in between. */
export const deleteFiles = async (client: S3Client, prefix: string, executionIds: readonly string[]): Promise<void> => {
  const wanted = new Set(executionIds);
  const starts = executionIds.map((id) => startOf(prefix, id)).sort();
  const within = starts.length === 1 ? starts[0] : prefix;
  let after = '';
  for (const start of starts) {
    if (start < after) continue;
    after = start;
    for (;;) {
      const { files, last, isLast } = await listAfter(client, prefix, after, within);
      const keys = files.filter(({ executionId }) => wanted.has(executionId)).map(({ key }) => key);
      await deleteKeys(client, keys);
      if (isLast || !last) return;
      after = last.key;
      // Else the page may have ended among the files of one that is to go.
      if (!wanted.has(last.executionId)) break;
    }
  }
};

/** Executions that have files, with the time at which the newest of them came. */
export const listOwners = async (client: S3Client, prefix: string): Promise<Map<string, number>> => {
  const owners = new Map<string, number>();
  let page: Page | undefined;
  do {
    page = await listAfter(client, prefix, page?.last?.key ?? prefix);
    for (const { executionId, changed } of page.files)
      owners.set(executionId, Math.max(changed, owners.get(executionId) ?? 0));
  } while (!page.isLast && page.last);
  return owners;
};
