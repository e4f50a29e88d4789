import { expect, test } from 'vitest';
import { fileOwnersIn } from './file-owners.ts';

const uuid = '0b7f6f6e-4f0a-4c1e-9d8e-0123456789ab';
const item = (owner: number) => ({ json: {}, binary: { data: { id: `${owner}/${uuid}`, mimeType: 'text/plain' } } });

test('names the executions whose files the items refer to, but for their own', () => {
  expect(fileOwnersIn(JSON.stringify([item(3), item(4), item(3)]), 4)).toEqual([3]);
  expect(fileOwnersIn(JSON.stringify([{ json: { id: `5/${uuid}` } }]))).toEqual([]);
});

test('takes no more than so many from data that only looks like it', () => {
  const items = Array.from({ length: 10_500 }, (_, index) => item(index + 1));
  expect(fileOwnersIn(JSON.stringify(items))).toHaveLength(10_000);
});
