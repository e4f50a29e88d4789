import { expect, it } from 'vitest';
import { forEachDatabase } from '../../db/testing.ts';
import { createExecutionStore } from './execution-store.ts';
import type { ExecutionWrite } from './writes.ts';

const processId = 'here';

forEachDatabase('the end of a wait', (open) => {
  it('counts once, and only for the wait that is meant', async () => {
    const database = await open();
    const store = createExecutionStore(database);
    const version = { workflow_id: null, name: 'Test', graph: '{}', digest: 'd', created_at: 0 };
    const { id: versionId } = await database.db
      .insertInto('workflow_versions')
      .values(version)
      .returning('id')
      .executeTakeFirstOrThrow();
    const write = async (one: ExecutionWrite) => (await store.write([one]))[0];
    const none = { retryOf: null, origin: null, sessionId: null, idempotencyKey: null, parent: null };
    const about = { id: null, workflowId: null, versionId, ownerId: 'owner', start: '{}', startedAt: 1 };
    const how = { mode: 'webhook', status: 'running', processId, temporary: false } as const;
    const created = await write({ kind: 'create', row: { ...about, ...how, ...none } });
    const { id: executionId } = created as { id: number };
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
    expect(await store.find(executionId)).toMatchObject({ status: 'waiting', waitCount: 1 });
    expect(await resume(1)).toBe(true);
  });
});
