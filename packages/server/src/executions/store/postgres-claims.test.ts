import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../../db/postgres.ts';
import { createTestPostgres } from '../../db/testing.ts';
import { systemClock } from '../../platform/clock.ts';
import { createExecutionLoader } from '../controller/load-execution.ts';
import { storeRows } from '../queue/queues.testing.ts';
import { parentSlot } from '../queue/slots.ts';
import { createExecutionStore } from './execution-store.ts';
import { claimQueued } from './postgres-claims.ts';

vi.setConfig({ testTimeout: 30_000 });

/** Claims of row 1 wait for this lock, in the middle of their statement. */
const lock = 4711;
const holdRowOne = `
  create function hold_row() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${lock}); return new; end $$;
  create trigger hold_row before update on executions for each row when (new.id = 1 and new.status = 'running') execute function hold_row();`;

const setUp = async () => {
  const url = await createTestPostgres();
  const database = await openPostgres(url, { maxConnections: 4 });
  onTestFinished(() => database.close());
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  const loader = createExecutionLoader({
    store: createExecutionStore(database),
    versions: { ofVersion: async (versionId) => ({ workflowId: null, versionId, workflow: {} as never }) },
    clock: systemClock,
    defaults: {
      saveDataErrorExecution: 'all',
      saveDataSuccessExecution: 'all',
      saveManualExecutions: true,
      saveExecutionProgress: false,
      executionTimeout: -1,
      maxExecutionTimeout: 3600,
    },
    persist: (work) => work(),
  });
  return { connect, loader, ...(await storeRows(database)) };
};

const all = { isManual: false, most: 10, shares: { whole: 100, left: new Map<number, number>() } };

test('what another process has recorded and released in the middle of a claim is gone on from, not repeated', async () => {
  const { connect, loader, store, row } = await setUp();
  await store([1, 2]);
  const [slow, quick, holder] = [await connect(), await connect(), await connect()];
  await holder.query(holdRowOne);
  await holder.query(`select pg_advisory_lock(${lock})`);
  // Row by row, so that the second is locked after the first has been updated.
  await slow.query('set enable_hashjoin = off; set enable_mergejoin = off');
  const claiming = claimQueued(slow, { processId: 'slow', ...all });
  await vi.waitFor(async () => {
    const waiting = await holder.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
    expect(waiting.rowCount).toBe(1);
  });

  expect(await claimQueued(quick, { processId: 'quick', ...all })).toMatchObject([{ executionId: 2 }]);
  await quick.query(
    `insert into execution_nodes (execution_id, position, node, task, outputs) values (2, 0, 'Call', '{}', '{"main":[1]}')`,
  );
  await quick.query(`update executions set status = 'queued', process_id = null, elapsed = 1 where id = 2`);
  await holder.query(`select pg_advisory_unlock(${lock})`);

  const [first, second] = await claiming;
  expect(await row(2)).toMatchObject({ process_id: 'slow', status: 'running' });
  const load = async (stored: typeof first) => (await loader.load(stored!, { slot: parentSlot, reason: '' })).earlier;
  expect(await load(first)).toBeUndefined();
  expect(await load(second)).toMatchObject({ recorded: [{ node: 'Call' }] });
});
