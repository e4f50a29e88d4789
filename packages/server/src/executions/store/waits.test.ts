import { expect, it } from 'vitest';
import { forEachDatabase } from '../../db/testing.ts';
import { openTestStore, processId } from './execution-store.testing.ts';
import type { ExecutionWrite } from './writes.ts';

forEachDatabase('the end of a wait', (open) => {
  it('counts once, and only for the wait that is meant', async () => {
    const { write: writeAll, create, find } = await openTestStore(open);
    const write = async (one: ExecutionWrite) => (await writeAll(one))[0];
    const executionId = await create();
    const suspend = () =>
      write({
        kind: 'suspend',
        executionId,
        processId,
        stoppedAt: 2,
        waitTill: 3,
        wait: { till: 3, node: 'Wait', runIndex: 0 },
        lastNode: null,
        elapsed: 0,
        nodes: [],
        items: [],
      });
    const resume = (waitCount: number) =>
      write({ kind: 'resume', executionId, resumption: { kind: 'time' }, waitCount, processId });

    expect(await suspend()).toBe('held');
    expect(await resume(1)).toBe(false);
    expect(await resume(0)).toBe(true);
    expect(await resume(0)).toBe(false);
    // A late end of the first wait must not end the second.
    expect(await suspend()).toBe('held');
    expect(await resume(0)).toBe(false);
    expect(await find(executionId)).toMatchObject({ status: 'waiting', waitCount: 1 });
    expect(await resume(1)).toBe(true);
  });
});
