import { expect, it } from 'vitest';
import { forEachDatabase, type OpenTestDatabase } from '../../db/testing.ts';
import { JsonText } from '../../platform/json-text.ts';
import { openTestStore, processId } from './execution-store.testing.ts';
import type { ExecutionEnd, ExecutionWrite, Suspension } from './writes.ts';

const setUp = async (open: OpenTestDatabase) => {
  const { db, ...store } = await openTestStore(open);
  const nodes = () => db.selectFrom('execution_nodes').select(['execution_id', 'position']).execute();
  return { ...store, nodes };
};

const nodeRun = { position: 0, node: 'n', task: '{}', outputs: '{"main":[1]}', data: '{"main":[[]]}' };
const endOf = (executionId: number, more: Partial<ExecutionEnd> = {}): ExecutionWrite => ({
  kind: 'end',
  executionId,
  processId,
  status: 'success',
  stoppedAt: 5,
  error: null,
  lastNode: 'n',
  keep: true,
  nodes: [nodeRun],
  items: [],
  ...more,
});
const suspensionOf = (executionId: number, more: Partial<Suspension> = {}): ExecutionWrite => ({
  kind: 'suspend',
  executionId,
  processId,
  stoppedAt: 2,
  waitTill: 10,
  wait: { node: 'n', runIndex: 0, till: 10 },
  lastNode: null,
  elapsed: 1,
  nodes: [],
  items: [],
  ...more,
});
const resumptionOf = (executionId: number, waitCount?: number): ExecutionWrite => ({
  kind: 'resume',
  executionId,
  resumption: { kind: 'time' },
  waitCount,
  processId: null,
});

forEachDatabase('rows of executions', (open) => {
  it('move only from the states that a move begins in', async () => {
    const { write, create, rows } = await setUp(open);
    const queued = await create({ status: 'queued', processId: null });
    const held: ExecutionWrite[] = [
      { kind: 'record', executionId: queued, processId, inFlight: null, nodes: [], items: [] },
      { kind: 'reclaim', executionId: queued, processId },
      { kind: 'release', executionId: queued, processId, elapsed: 9, nodes: [], items: [] },
      suspensionOf(queued),
      endOf(queued),
    ];
    const before = await rows();
    for (const one of held)
      expect([one.kind, JSON.stringify((await write(one))[0])]).toEqual([
        one.kind,
        one.kind === 'end' ? '{"hold":"lost"}' : '"lost"',
      ]);
    expect(await write(resumptionOf(queued))).toEqual([false]);
    expect(await rows()).toEqual(before);
    expect(await write({ kind: 'claim', executionId: queued, processId })).toEqual([true]);
    expect(await write({ kind: 'claim', executionId: queued, processId: 'other' })).toEqual([false]);
  });

  it('are moved by the process that holds them alone, and not when they are gone', async () => {
    const { write, create } = await setUp(open);
    const executionId = await create();
    expect(await write({ kind: 'reclaim', executionId, processId: 'other' })).toEqual(['lost']);
    expect(await write({ kind: 'reclaim', executionId: executionId + 1, processId })).toEqual(['gone']);
    expect(await write({ kind: 'reclaim', executionId, processId })).toEqual(['held']);
  });

  it('end one wait at a time, and only the one that is meant', async () => {
    const { write, create, rows } = await setUp(open);
    const executionId = await create();
    expect(await write(suspensionOf(executionId))).toEqual(['held']);
    expect(await write(resumptionOf(executionId, 1))).toEqual([false]);
    expect(await write(resumptionOf(executionId, 0), resumptionOf(executionId, 0))).toEqual([true, false]);
    expect(await rows()).toMatchObject([{ status: 'queued', wait_count: 1, wait_till: null, stopped_at: null }]);
  });

  it('keep the call that ends a wait as the text that it came as', async () => {
    const { write, create, rows } = await setUp(open);
    const executionId = await create();
    const wait = {
      node: 'n',
      runIndex: 0,
      till: null,
      webhook: { method: 'POST', responseMode: 'onReceived' as const },
      memo: { a: 1 },
    };
    expect(await write(suspensionOf(executionId, { wait }))).toEqual(['held']);
    const text = new JsonText('{"kind":"webhook","request":{"body":[1,  2]}}');
    const call: ExecutionWrite = {
      kind: 'resume',
      executionId,
      resumption: { kind: 'webhook', text },
      processId: null,
    };
    expect(await write(call)).toEqual([true]);
    const resumption = (await rows())[0]?.resumption;
    expect(resumption).toContain(text.text);
    expect(JSON.parse(resumption ?? '')).toEqual({ resumption: JSON.parse(text.text), memo: { a: 1 } });
  });

  it('are inserted as they have ended where that is known', async () => {
    const { newRow, write, rows, nodes } = await setUp(open);
    const row = await newRow();
    const { id: executionId } = row;
    const results = await write({ kind: 'create', row }, endOf(executionId, { progress: { customData: { a: 'b' } } }));
    expect(results).toEqual([{ id: executionId, staticData: null }, { hold: 'held' }]);
    const ended = { id: executionId, status: 'success', stopped_at: 5, process_id: null, custom_data: '{"a":"b"}' };
    expect(await rows()).toMatchObject([ended]);
    expect(await nodes()).toEqual([{ execution_id: executionId, position: 0 }]);
  });

  it('are not there where they have ended and are not kept', async () => {
    const { newRow, write, rows, nodes } = await setUp(open);
    const row = await newRow();
    const { id: executionId } = row;
    const whole = [{ kind: 'create', row } as const, endOf(executionId, { keep: false })];
    expect(await write(...whole)).toEqual([
      { id: executionId, staticData: null },
      { hold: 'held', unused: [executionId] },
    ]);
    expect([await rows(), await nodes()]).toEqual([[], []]);
  });

  it('have what was recorded of them in the same group', async () => {
    const { newRow, write, rows, nodes } = await setUp(open);
    const row = await newRow();
    const { id: executionId } = row;
    const record = { kind: 'record', executionId, processId, inFlight: null, nodes: [nodeRun], items: [] } as const;
    const results = await write(
      { kind: 'create', row },
      record,
      { ...record, nodes: [{ ...nodeRun, position: 1 }] },
      endOf(executionId, { nodes: [{ ...nodeRun, position: 2 }] }),
    );
    expect(results.slice(1)).toEqual(['held', 'held', { hold: 'held' }]);
    expect(await rows()).toMatchObject([{ status: 'success' }]);
    expect(await nodes()).toHaveLength(3);
  });

  it('are created once for a key', async () => {
    const { newRow, write, rows } = await setUp(open);
    const idempotencyKey = '7:Schedule:0:1';
    const both = [await newRow({ idempotencyKey }), await newRow({ idempotencyKey })];
    const [first, second] = await write(...both.map((row) => ({ kind: 'create', row }) as const));
    expect([first, second]).toEqual([{ id: expect.any(Number), staticData: null }, null]);
    expect(await rows()).toHaveLength(1);
  });
});
