import type { WebhookResponse } from '@millrace/engine/node-api';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { createExecutionFiles } from './execution-files.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const fileAnswer: WebhookResponse = {
  status: 200,
  headers: {},
  body: { kind: 'binary', data: { id: '7/x', mimeType: 'text/plain' } },
};

const open = () => {
  const deleted: string[] = [];
  const files = createExecutionFiles({
    binary: {
      async deleteExecutions(executionIds) {
        if (executionIds.includes('5')) throw new Error('EBUSY');
        deleted.push(...executionIds);
      },
      executionIds: async () => ['1', '2', '3'],
    },
    store: { withUnusedFiles: async (ids) => ids.filter((id) => id !== 1) },
    log: silentLog,
  });
  return { files, deleted };
};

it('deletes the files that belong to no execution', async () => {
  const { files, deleted } = open();
  await (await files.removeOrphans()).removed;
  expect(deleted).toEqual(['2', '3']);
});

it('goes on where files cannot be deleted', async () => {
  const { files, deleted } = open();
  await files.remove([5]);
  await files.remove([6]);
  expect(deleted).toEqual(['6']);
});

it('gives an answer time to open its file', async () => {
  const { files, deleted } = open();
  await files.removeAfter([6], [undefined, { status: 200, headers: {}, body: { kind: 'none' } }]);
  expect(deleted.splice(0)).toEqual(['6']);
  await files.removeAfter([7], [fileAnswer]);
  await vi.advanceTimersByTimeAsync(9000);
  expect(deleted).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(deleted).toEqual(['7']);
});

it('leaves no timers when it closes', async () => {
  const { files } = open();
  await files.removeAfter([7], [fileAnswer]);
  files.close();
  expect(vi.getTimerCount()).toBe(0);
});
