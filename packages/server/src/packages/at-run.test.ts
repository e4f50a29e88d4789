import type { ExecutionSummary } from '@millrace/contract';
import { describe, expect, test, vi } from 'vitest';
import { activateWith, nodeClass, startWithRegistry } from './packages.testing.ts';

/** What code of packages does in the processes that run it: real ones. */

/** For `vi.waitFor`: rows of executions that answer a call are written a while after their start. */
const soon = { timeout: 30_000 };

/** Does no harm while it is described. */
const atRun = (harm: string): string => `if (!process.argv[1].includes('describe')) { ${harm} }`;
const give = (word: string): string => `return [[{ json: { said: '${word}' } }]];`;
const choices = `properties: [{ displayName: 'A', name: 'a', type: 'options', default: '', typeOptions: { loadOptionsMethod: 'list' } }],`;
const withChoices = (harm: string): string =>
  `${harm}
${nodeClass('Bad', give('bad'), choices)}
exports.Bad.prototype.methods = { loadOptions: { list: async () => [{ name: 'A', value: 'a' }] } };`;

const setUp = async (name: string, code: string) => {
  const { registry, server, call } = await startWithRegistry({ workerMemory: 96 });
  registry.publish('n8n-nodes-good', '1.0.0', { 'Good.node.js': nodeClass('Good', give('good')) });
  registry.publish(name, '1.0.0', { 'Bad.node.js': code });
  for (const one of ['n8n-nodes-good', name])
    expect(await call('POST', '/packages', { name: one, version: '1.0.0' })).toMatchObject({ name: one });
  const good = await activateWith(call, server, { type: 'n8n-nodes-good.good' }, 'good');
  const bad = await activateWith(call, server, { type: `${name}.bad` }, 'bad');
  const executions = async (workflowId: string) =>
    (
      await call<{ results: ExecutionSummary[] }>(
        'GET',
        `/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId }))}`,
      )
    ).results;
  const list = () =>
    call<object>('POST', '/node-parameter-options', {
      nodeTypeAndVersion: { name: `${name}.bad`, version: 1 },
      path: 'parameters.a',
      methodName: 'list',
      currentNodeParameters: {},
    });
  return { server, call, good, bad, executions, list };
};

describe('a package costs its own runs only', () => {
  test('where it throws while it is loaded', { timeout: 120_000 }, async () => {
    const { good, bad, list } = await setUp('n8n-nodes-throws', withChoices(atRun("throw new Error('Boom')")));
    const [refused, answered] = await Promise.all([bad.run(), good.run()]);
    expect(refused.status).toBe(500);
    expect(answered).toEqual({ status: 200, body: { said: 'good' } });
    expect(await list()).toMatchObject({ error: 'nodeCallFailed', message: expect.stringContaining('Boom') });
  });

  test('where it exhausts the memory while it is loaded', { timeout: 120_000 }, async () => {
    const fill = 'globalThis.all = []; for (;;) all.push(new Array(10000).fill(0).map(() => ({})));';
    const { good, bad, executions, list } = await setUp('n8n-nodes-fills', withChoices(atRun(fill)));
    const [refused, answered] = await Promise.all([bad.run(), good.run()]);
    expect(refused.status).toBe(500);
    expect(answered).toEqual({ status: 200, body: { said: 'good' } });
    expect((await executions(bad.id)).map(({ status }) => status)).toEqual(['crashed']);
    expect((await executions(good.id)).map(({ status }) => status)).toEqual(['success']);
    expect(await list()).toMatchObject({ error: 'nodeCallFailed', message: expect.stringContaining('memory') });
    expect(await good.run()).toEqual({ status: 200, body: { said: 'good' } });
  });

  test('where it hangs while it is loaded: the others go on elsewhere, and it can be stopped', {
    timeout: 120_000,
  }, async () => {
    const { good, bad, call, executions } = await setUp('n8n-nodes-hangs', withChoices(atRun('for (;;);')));
    const hanging = bad.run();
    const running = await vi.waitFor(async () => {
      const [one] = await call<{ id: string; status: string }[]>('GET', '/executions-current');
      expect(one?.status).toBe('running');
      return one!;
    }, soon);
    for (let count = 0; count < 3; count++) expect(await good.run()).toEqual({ status: 200, body: { said: 'good' } });
    await call('POST', `/executions-current/${running.id}/stop`);
    expect((await hanging).status).toBe(500);
    expect((await executions(bad.id)).map(({ status }) => status)).toEqual(['canceled']);
  });
});

/** Answers with the address at which the execution goes on, and has a node of the package behind the wait. */
const waitingWorkflow = {
  name: 'Waits',
  nodes: [
    {
      name: 'Webhook',
      type: 'core.webhook',
      typeVersion: 2,
      position: [0, 0],
      parameters: { path: 'waits', responseMode: 'responseNode' },
    },
    {
      name: 'Respond',
      type: 'core.respondToWebhook',
      typeVersion: 1.1,
      position: [1, 0],
      parameters: { respondWith: 'text', responseBody: '={{ $execution.resumeUrl }}' },
    },
    {
      name: 'Wait',
      type: 'core.wait',
      typeVersion: 1.1,
      position: [2, 0],
      parameters: { resume: 'webhook', responseMode: 'lastNode' },
    },
    { name: 'Thing', type: 'n8n-nodes-thing.thing', typeVersion: 1, position: [3, 0], parameters: {} },
  ],
  connections: {
    Webhook: { main: [[{ node: 'Respond', type: 'main', index: 0 }]] },
    Respond: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] },
    Wait: { main: [[{ node: 'Thing', type: 'main', index: 0 }]] },
  },
};

describe('executions that wait while their package changes', () => {
  test('go on with the new version, and say plainly when it is gone', { timeout: 120_000 }, async () => {
    const { registry, server, call } = await startWithRegistry();
    const name = 'n8n-nodes-thing';
    registry.publish(name, '1.0.0', { 'Thing.node.js': nodeClass('Thing', give('one')) });
    registry.publish(name, '2.0.0', { 'Thing.node.js': nodeClass('Thing', give('two')) });
    await call('POST', '/packages', { name, version: '1.0.0' });
    const { id, revision } = await call<{ id: string; revision: number }>('POST', '/workflows', waitingWorkflow);
    await call('PATCH', `/workflows/${id}`, { active: true, revision });
    const begin = async () => (await fetch(`${server.url}/webhook/waits`)).text();
    const [first, second] = [await begin(), await begin()];
    const statuses = async () =>
      (await call<{ results: ExecutionSummary[] }>('GET', '/executions')).results.map(({ status }) => status);
    await vi.waitFor(async () => expect(await statuses()).toEqual(['waiting', 'waiting']), soon);

    await call('PATCH', '/packages', { name, version: '2.0.0' });
    expect(await (await fetch(first)).json()).toEqual({ said: 'two' });

    await call('DELETE', `/packages?name=${name}`);
    await fetch(second);
    await vi.waitFor(async () => expect(await statuses()).toEqual(['error', 'success']), soon);
    const [failed] = (await call<{ results: ExecutionSummary[] }>('GET', '/executions')).results;
    const outline = JSON.stringify(await call('GET', `/executions/${failed!.id}`));
    expect(outline).toContain('The package n8n-nodes-thing is not installed');
  });
});
