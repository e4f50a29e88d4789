import { expect, test, vi } from 'vitest';
import { createClosing } from './closing.ts';
import { silentLog } from './platform/log.ts';

test('closes in the reverse order, whatever fails or does not end', async () => {
  const warn = vi.fn();
  const error = vi.fn();
  const closing = createClosing({ ...silentLog, warn, error });
  const closed: string[] = [];
  closing.add(() => closed.push('first'));
  closing.add(() => new Promise(() => {}), 10);
  closing.add(() => {
    closed.push('failing');
    throw new Error('It went wrong');
  });
  closing.add(async () => closed.push('last'));
  await closing.closeAll();
  expect(closed).toEqual(['last', 'failing', 'first']);
  expect([warn.mock.calls.length, error.mock.calls.length]).toEqual([1, 1]);
});
