import { expect, it, vi } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { AppError } from '../platform/errors.ts';
import { createTestDispatcher, createTestFiles } from './dispatcher.testing.ts';
import { isAlive } from './workers/is-alive.testing.ts';

// Each test starts processes of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** Looks until it holds, also on a busy machine. */
const eventually = (look: () => unknown) => expect.poll(look, { timeout: 15_000 });

forEachDatabase('runs', (open) => {
  it('records the start, each node and the end', async () => {
    const { store, begin, execution, nodesOf } = await createTestDispatcher(await open());
    const { executionId, ended } = await begin(await store(['start', 'pass']));
    expect(await execution(executionId)).toMatchObject({ mode: 'trigger', stopped_at: null });
    expect(await ended).toEqual({ status: 'success' });
    expect(await execution(executionId)).toMatchObject({
      status: 'success',
      last_node: 'pass',
      process_id: null,
      error: null,
    });
    const nodes = await nodesOf(executionId);
    expect(nodes.map(({ position, node, data }) => [position, node, JSON.parse(data ?? '')])).toEqual([
      [0, 'start', { main: [[{ json: { a: 1 } }]] }],
      [1, 'pass', { main: [[{ json: { a: 1 }, pairedItem: 0 }]] }],
    ]);
    expect(JSON.parse(nodes[1]?.task ?? '')).toMatchObject({ source: [{ previousNode: 'start' }] });
  });

  it('says of which type the trigger was whose event has started it', async () => {
    const { store, begin, execution } = await createTestDispatcher(await open());
    const version = await store(['start', 'pass']);
    const byEvent = await begin(version, { trigger: 'start' });
    const byHand = await begin(version, { mode: 'manual' });
    await Promise.all([byEvent.ended, byHand.ended]);
    expect(await execution(byEvent.executionId)).toMatchObject({ trigger_type: 'test.start' });
    expect(await execution(byHand.executionId)).toMatchObject({ trigger_type: null });
  });

  it('keeps many concurrent runs apart and all of them', async () => {
    const { store, begin, execution, nodesOf } = await createTestDispatcher(await open(), { workers: 2, queued: 100 });
    const version = await store(['start', 'pass']);
    const started = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        begin(version, {
          start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: { index } }] } },
        }),
      ),
    );
    await Promise.all(started.map(({ ended }) => ended));
    expect(new Set(started.map(({ executionId }) => executionId)).size).toBe(60);
    for (const [index, { executionId }] of started.entries()) {
      expect(await execution(executionId)).toMatchObject({ status: 'success' });
      expect((await nodesOf(executionId)).map(({ data }) => JSON.parse(data ?? '').main[0][0].json)).toEqual([
        { index },
        { index },
      ]);
    }
  });

  it('ends with the error of the node that failed', async () => {
    const { store, begin, execution, nodesOf } = await createTestDispatcher(await open());
    const { executionId, ended, response } = await begin(await store(['start', 'fail', 'pass']));
    expect(await ended).toEqual({ status: 'error', errorMessage: 'It went wrong' });
    expect(await response).toBeUndefined();
    const row = await execution(executionId);
    expect(row).toMatchObject({ status: 'error', last_node: 'fail' });
    expect(JSON.parse(row?.error ?? '')).toMatchObject({ message: 'It went wrong', node: 'fail' });
    expect((await nodesOf(executionId)).map(({ node, data }) => [node, data === null])).toEqual([
      ['start', false],
      ['fail', true],
    ]);
  });

  it('gives the answer of a node before the run has ended', async () => {
    const { dispatcher, store, begin } = await createTestDispatcher(await open());
    const { executionId, response, ended } = await begin(await store(['start', 'respond', 'wait']));
    expect(await response).toEqual({ status: 201, headers: {}, body: { kind: 'text', text: 'early' } });
    await dispatcher.terminate(executionId);
    expect((await ended).status).toBe('canceled');
  });

  it('gives the answer of a node piece by piece, and breaks it off where the node fails', async () => {
    const { store, begin } = await createTestDispatcher(await open());
    const read = async (json: object) => {
      const start = { kind: 'trigger' as const, payload: { kind: 'items' as const, items: [{ json: json as never }] } };
      const run = await begin(await store(['start', 'stream']), { start });
      expect(await run.response).toMatchObject({ status: 200, body: { kind: 'stream' } });
      let text = '';
      for await (const piece of run.pieces!()) text += Buffer.from(piece).toString();
      return text;
    };
    expect(await read({})).toBe('data: one\n\ndata: two\n\n');
    await expect(read({ breaks: true })).rejects.toThrow('ended before its answer');
  });

  it('stops a run that waits', async () => {
    const { dispatcher, store, begin, execution } = await createTestDispatcher(await open());
    const { executionId } = await begin(await store(['start', 'wait']));
    expect(await dispatcher.terminate(executionId)).toBe(true);
    expect(await execution(executionId)).toMatchObject({ status: 'canceled' });
    expect(await dispatcher.terminate(executionId)).toBe(false);
  });

  it('stops a run that its worker has not even received', async () => {
    const { dispatcher, store, begin, execution } = await createTestDispatcher(await open());
    const [pid] = dispatcher.workerPids();
    process.kill(pid!, 'SIGSTOP');
    const { executionId } = await begin(await store(['start', 'pass']));
    const other = await begin(await store(['start', 'pass']));
    expect(await dispatcher.terminate(executionId)).toBe(true);
    expect(await execution(executionId)).toMatchObject({ status: 'canceled' });
    expect((await other.ended).status).toBe('success');
  });

  it('stops a run that spins without end, and goes on with another worker', async () => {
    const { dispatcher, store, begin, execution } = await createTestDispatcher(await open());
    const { executionId, response } = await begin(await store(['start', 'spin']));
    await response;
    const [pid] = dispatcher.workerPids();
    expect(await dispatcher.terminate(executionId)).toBe(true);
    expect(await execution(executionId)).toMatchObject({ status: 'canceled' });
    expect(isAlive(pid!)).toBe(false);
    const next = await begin(await store(['start', 'pass']));
    expect((await next.ended).status).toBe('success');
  });

  it('costs other runs nothing when one spins: what has not begun goes to another worker', {
    timeout: 15_000,
  }, async () => {
    const { dispatcher, store, begin } = await createTestDispatcher(await open());
    const spinning = await begin(await store(['start', 'spin']));
    await spinning.response;
    const version = await store(['start', 'pass']);
    // This one may be on its way to the busy worker; those after it wait until that has said that it has it.
    await begin(version);
    const others = await Promise.all([begin(version), begin(version)]);
    expect(await Promise.all(others.map(async ({ ended }) => (await ended).status))).toEqual(['success', 'success']);
    expect(dispatcher.workerPids()).toHaveLength(2);
    await dispatcher.terminate(spinning.executionId);
    expect((await spinning.ended).status).toBe('canceled');
  });

  it('ends a run at its time-out', async () => {
    const { store, begin, execution } = await createTestDispatcher(await open());
    const { executionId, ended } = await begin(await store(['start', 'wait'], { executionTimeout: 0.05 }));
    expect(await ended).toEqual({ status: 'error', errorMessage: 'The execution timed out after 0.05 s.' });
    expect(JSON.parse((await execution(executionId))?.error ?? '')).toMatchObject({ name: 'TimeoutError' });
  });

  it('goes on with the runs of a worker that is killed, in another one', async () => {
    const { dispatcher, store, begin, nodesOf } = await createTestDispatcher(await open());
    const { executionId, response, ended } = await begin(await store(['start', 'respond', 'wait']));
    await response;
    const [pid] = dispatcher.workerPids();
    const other = await begin(await store(['start', 'pass']));
    process.kill(pid!, 'SIGKILL');
    expect((await other.ended).status).toBe('success');
    expect((await nodesOf(other.executionId)).map(({ node }) => node)).toEqual(['start', 'pass']);
    expect(dispatcher.workerPids()).not.toContain(pid);
    expect(await dispatcher.terminate(executionId)).toBe(true);
    expect((await ended).status).toBe('canceled');
  });

  it('ends a run whose worker is killed while a node runs that must not be repeated', async () => {
    const { dispatcher, store, begin, execution, nodesOf } = await createTestDispatcher(await open());
    const { executionId, ended } = await begin(await store(['start', 'unsure']));
    await eventually(async () => (await execution(executionId))?.in_flight).toBe(
      '{"node":"unsure","position":1,"ownEffects":true}',
    );
    process.kill(dispatcher.workerPids()[0]!, 'SIGKILL');
    const message = 'The execution was interrupted while "unsure" ran: the worker process was ended by SIGKILL.';
    expect(await ended).toEqual({ status: 'crashed', errorMessage: message });
    expect(await execution(executionId)).toMatchObject({ status: 'crashed', process_id: null, last_node: 'unsure' });
    expect((await nodesOf(executionId)).map(({ node }) => node)).toEqual(['start']);
  });

  it('says when a run took all memory of its worker', async () => {
    const { store, begin } = await createTestDispatcher(await open());
    const { ended } = await begin(await store(['start', 'eatMemory']));
    expect(await ended).toEqual({
      status: 'crashed',
      errorMessage: 'The execution was interrupted: the worker process ran out of memory (its limit is 64 MB).',
    });
    const next = await begin(await store(['start', 'pass']));
    expect((await next.ended).status).toBe('success');
  });

  it('releases what is under way when it closes', async () => {
    const database = await open();
    const { dispatcher, store, begin, execution } = await createTestDispatcher(database, { concurrency: 1 });
    const version = await store(['start', 'wait']);
    const running = await begin(version);
    const queued = await begin(version);
    await dispatcher.close();
    for (const { executionId, ended } of [running, queued]) {
      expect((await ended).status).toBe('queued');
      expect(await execution(executionId)).toMatchObject({ status: 'queued', process_id: null, attempt: 0 });
    }
    await expect(begin(version)).rejects.toMatchObject({ error: 'tooManyRuns' });
  });

  it('queues what is over the limit, and refuses what is over the queue', async () => {
    const { dispatcher, store, begin, execution } = await createTestDispatcher(await open(), {
      concurrency: 1,
      queued: 1,
    });
    const running = await begin(await store(['start', 'wait']));
    const version = await store(['start', 'pass']);
    const queued = await begin(version);
    expect(await execution(queued.executionId)).toMatchObject({ status: 'queued', process_id: null });
    const refused = await begin(version).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ error: 'tooManyRuns', headers: { 'retry-after': expect.any(String) } });
    const byHand = await begin(version, { mode: 'manual' });
    expect((await byHand.ended).status).toBe('success');
    await dispatcher.terminate(running.executionId);
    expect((await queued.ended).status).toBe('success');
  });

  it('stops a run that is still queued', async () => {
    const { dispatcher, store, begin, nodesOf } = await createTestDispatcher(await open(), { concurrency: 1 });
    const running = await begin(await store(['start', 'wait']));
    const queued = await begin(await store(['start', 'pass']));
    expect(await dispatcher.terminate(queued.executionId)).toBe(true);
    expect((await queued.ended).status).toBe('canceled');
    expect(await nodesOf(queued.executionId)).toEqual([]);
    await dispatcher.terminate(running.executionId);
  });

  it('does not keep what the settings say is not to be kept', async () => {
    const { store, begin, execution } = await createTestDispatcher(await open());
    const unkept = await begin(await store(['start', 'pass'], { saveDataSuccessExecution: 'none' }));
    expect((await unkept.ended).status).toBe('success');
    expect(await execution(unkept.executionId)).toBeUndefined();
    const failed = await begin(await store(['start', 'fail'], { saveDataSuccessExecution: 'none' }));
    await failed.ended;
    expect(await execution(failed.executionId)).toMatchObject({ status: 'error' });
  });

  it('stores the result of a node when it ends, where progress is to be saved', async () => {
    const { dispatcher, store, begin, nodesOf } = await createTestDispatcher(await open());
    const { executionId, response } = await begin(
      await store(['start', 'respond', 'wait'], { saveExecutionProgress: true }),
    );
    await response;
    await eventually(async () => (await nodesOf(executionId)).map(({ node }) => node)).toEqual(['start', 'respond']);
    await dispatcher.terminate(executionId);
    expect((await nodesOf(executionId)).map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  it('keeps a run by hand until the workflow is run by hand again', async () => {
    const { store, begin, execution } = await createTestDispatcher(await open());
    const version = await store(['start', 'pass']);
    const other = await begin(await store(['start', 'pass']), { mode: 'manual' });
    const first = await begin(version, { mode: 'manual' });
    await Promise.all([first.ended, other.ended]);
    expect(await execution(first.executionId)).toMatchObject({ status: 'success', temporary: 1 });
    const second = await begin(version, { mode: 'manual' });
    await second.ended;
    await eventually(() => execution(first.executionId)).toBeUndefined();
    expect(await execution(other.executionId)).toBeDefined();
    const kept = await begin(await store(['start'], { saveManualExecutions: true }), { mode: 'manual' });
    await kept.ended;
    expect(await execution(kept.executionId)).toMatchObject({ temporary: 0 });
  });

  it('deletes the files of a run with it', async () => {
    const { binary, stored, keep } = await createTestFiles();
    const { dispatcher, store, begin } = await createTestDispatcher(await open(), {}, binary);
    const version = await store(['start'], { saveDataSuccessExecution: 'none' });
    const executionId = await dispatcher.reserve();
    await keep(executionId);
    const { ended } = await begin(version, { executionId });
    expect(await stored()).toEqual([String(executionId)]);
    await ended;
    await eventually(stored).toEqual([]);
  });

  it('keeps the files of runs by hand that a partial run goes on from', async () => {
    const { binary, stored, keep } = await createTestFiles();
    const { store, begin } = await createTestDispatcher(await open(), {}, binary);
    const version = await store(['start', 'pass']);
    const whole = await begin(version, { mode: 'manual' });
    await whole.ended;
    await keep(whole.executionId);
    const payload = { kind: 'manual' as const };
    const start = { kind: 'partial' as const, startNodes: ['start'], runData: {}, payload };
    const partial = await begin(version, { mode: 'manual', start });
    await partial.ended;
    expect(await stored()).toEqual([String(whole.executionId)]);
    await (await begin(version, { mode: 'manual' })).ended;
    await eventually(stored).toEqual([]);
  });

  it('starts under a reserved id, which no other run gets', async () => {
    const { dispatcher, store, begin, execution } = await createTestDispatcher(await open());
    const version = await store(['start']);
    const [first, second] = await Promise.all([dispatcher.reserve(), dispatcher.reserve()]);
    const started = await Promise.all([begin(version), begin(version, { executionId: first }), begin(version)]);
    await Promise.all(started.map(({ ended }) => ended));
    const ids = started.map(({ executionId }) => executionId);
    expect(ids[1]).toBe(first);
    expect(new Set([...ids, second]).size).toBe(4);
    expect(await execution(first)).toMatchObject({ status: 'success' });
  });

  it('deletes at its start the files that belong to no execution', async () => {
    const { binary, stored, keep } = await createTestFiles();
    const database = await open();
    const earlier = await createTestDispatcher(database, {}, binary);
    const { executionId, ended } = await earlier.begin(await earlier.store(['start']));
    await ended;
    const lost = await earlier.dispatcher.reserve();
    await earlier.dispatcher.close();
    await keep(executionId);
    await keep(lost);
    await createTestDispatcher(database, {}, binary);
    await eventually(stored).toEqual([String(executionId)]);
  });

  it('tells whoever watches what happens, in order', async () => {
    const { store, begin, messages, heard } = await createTestDispatcher(await open());
    const version = await store(['start', 'log', 'fail']);
    const { executionId } = await begin(version, { mode: 'manual', ranBy: 'user', sessionId: 'tab' });
    expect(messages).toEqual([]);
    await heard(({ type }) => type === 'executionFinished');
    expect(messages.map(({ type, data }) => [type, 'nodeName' in data ? data.nodeName : undefined])).toEqual([
      ['executionStarted', undefined],
      ['nodeExecuteBefore', 'start'],
      ['nodeExecuteAfter', 'start'],
      ['nodeExecuteBefore', 'log'],
      ['sendConsoleMessage', undefined],
      ['nodeExecuteAfter', 'log'],
      ['nodeExecuteBefore', 'fail'],
      ['nodeExecuteAfter', 'fail'],
      ['executionFinished', undefined],
    ]);
    const id = String(executionId);
    expect(messages[0]?.data).toMatchObject({ executionId: id, mode: 'manual', sessionId: 'tab' });
    expect(messages[2]?.data).toMatchObject({ executionId: id, data: { data: { main: [[{ json: { a: 1 } }]] } } });
    expect(messages[4]?.data).toEqual({ source: 'Node: "log"', messages: ['said', 1] });
    expect(messages[7]?.data).toMatchObject({ data: { error: { message: 'It went wrong' } } });
    const last = messages[8]?.data as { data: object };
    expect(last.data).toMatchObject({
      status: 'error',
      data: { resultData: { runData: {}, lastNodeExecuted: 'fail', error: { message: 'It went wrong' } } },
    });
    expect(Object.keys(last.data)).not.toContain('finished');
    expect(Object.keys(last.data)).not.toContain('waitTill');
  });

  it('hands static data from one production run to the next, and over a restart', async () => {
    const database = await open();
    const { store, begin, nodesOf, versions } = await createTestDispatcher(database);
    const version = await store(['start', 'count']);
    const counts: unknown[] = [];
    const count = async (with_: typeof version, mode: 'trigger' | 'manual') => {
      const { executionId, ended } = await begin(with_, { mode });
      await ended;
      counts.push(JSON.parse((await nodesOf(executionId))[1]?.data ?? '').main[0][0].json.count);
    };
    await count(version, 'trigger');
    await count(version, 'trigger');
    await count(version, 'manual');
    versions.forget(version.workflowId!);
    await count(await versions.ofStored(version.workflowId!), 'trigger');
    expect(counts).toEqual([1, 2, 1, 3]);
  });

  it('answers with the items of the last node', async () => {
    const { store, begin } = await createTestDispatcher(await open());
    const { ended } = await begin(await store(['start', 'pass']), { lastNodeAnswer: { responseData: 'allEntries' } });
    expect((await ended).answer).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: { kind: 'text', text: '[{"a":1}]' },
    });
  });

  it('loses nothing when an execution is deleted while it runs', async () => {
    const database = await open();
    const { dispatcher, store, begin, execution } = await createTestDispatcher(database);
    const { executionId, response } = await begin(await store(['start', 'respond', 'wait']));
    await response;
    await database.db.deleteFrom('executions').where('id', '=', executionId).execute();
    const other = await begin(await store(['start', 'pass']));
    expect(await dispatcher.terminate(executionId)).toBe(true);
    await other.ended;
    expect(await execution(executionId)).toBeUndefined();
    expect(await execution(other.executionId)).toMatchObject({ status: 'success' });
  });
});
