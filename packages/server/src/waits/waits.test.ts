import type { Execution, ExecutionOutline, WorkflowNode } from '@millrace/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../testing.ts';
import { multipart } from './waits-for-test.ts';

/** Waits and calls of other workflows on whole servers, with real workers and the built-in nodes. */

// Whole servers start here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Node = Omit<WorkflowNode, 'position'>;

const node = (name: string, type: string, parameters: object = {}, typeVersion = 1): Node => ({
  name,
  type: `core.${type}`,
  typeVersion,
  parameters: parameters as Node['parameters'],
});

const webhook = (path: string, responseMode = 'responseNode') =>
  node('Hook', 'webhook', { path, httpMethod: 'POST', responseMode }, 2);
/** Answers with the addresses of the next wait. */
const tellAddresses = (name = 'Tell') =>
  node(
    name,
    'respondToWebhook',
    { respondWith: 'json', responseBody: '={{ { call: $execution.resumeUrl, form: $execution.resumeFormUrl } }}' },
    1.1,
  );
const waitForCall = (name: string, more: object = {}) =>
  node(name, 'wait', { resume: 'webhook', httpMethod: 'POST', ...more }, 1.1);

const start = async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const api = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${server.url}/rest${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const { data } = (await response.json()) as { data: T };
    return data;
  };
  /** A chain of nodes. @returns its id */
  const save = async (name: string, nodes: Node[], more: object = {}): Promise<string> => {
    const wires = nodes
      .slice(1)
      .map(({ name: to }, index) => [nodes[index]!.name, { main: [[{ node: to, type: 'main', index: 0 }]] }]);
    const placed = nodes.map((each, index) => ({ ...each, position: [index * 100, 0] }));
    const workflow = { name, nodes: placed, connections: Object.fromEntries(wires), ...more };
    return (await api<{ id: string }>('/workflows', workflow)).id;
  };
  const call = (path: string, body: object = {}) => post(`${server.url}/webhook/${path}`, body);
  const until = async (id: number, status: string): Promise<Execution> => {
    await expect.poll(async () => (await api<Execution>(`/executions/${id}`)).status, { timeout: 20_000 }).toBe(status);
    return api(`/executions/${id}`);
  };
  /** An address as whoever was told of it calls it now, wherever the server listens by now. */
  const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, server.url);
  return { server, api, save, call, until, local };
};

const post = (url: string, body: object = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const itemsOf = ({ data }: Execution, name: string) =>
  data.resultData.runData[name]?.at(-1)?.data?.main?.[0]?.map(({ json }) => json);

test('a run waits for a call, then for a form, over restarts of the server', async () => {
  const { server, api, save, call, until, local } = await start();
  const shown = async () => (await api<ExecutionOutline>('/executions/1/nodes')).wait?.call;
  const fields = {
    values: [
      { fieldLabel: 'Name', requiredField: true },
      { fieldLabel: 'Bill', fieldType: 'file' },
    ],
  };
  await save(
    'Approval',
    [
      webhook('approve'),
      tellAddresses(),
      waitForCall('Call', { responseMode: 'responseNode' }),
      tellAddresses('Tell again'),
      node('Form', 'wait', { resume: 'form', formTitle: 'Approve', formFields: fields }, 1.1),
      node('End', 'noOp'),
    ],
    { active: true },
  );
  const first = (await (await call('approve', { order: 7 })).json()) as { call: string };
  await until(1, 'waiting');
  expect(await shown()).toEqual({ method: 'POST', url: first.call });
  await server.restart();
  expect((await post(local(first.call).replace(/.$/, '!'))).status).toBe(404);

  const answer = await post(local(first.call), { ok: true });
  expect(answer.status).toBe(200);
  const second = (await answer.json()) as { form: string; call: string };
  expect(second.call).not.toBe(first.call);
  expect((await post(local(first.call))).status).toBe(409);
  await until(1, 'waiting');
  expect(await shown()).toEqual({ method: 'GET', url: second.form });
  await server.restart();

  const page = await fetch(local(second.form));
  expect(await page.text()).toContain('<h1>Approve</h1>');
  const send = (parts: Parameters<typeof multipart>[0]) => {
    const { payload, headers } = multipart(parts);
    return fetch(local(second.form), { method: 'POST', headers, body: payload });
  };
  expect((await send([['field-0', '']])).status).toBe(422);
  const sent = await send([
    ['field-0', 'Ada'],
    ['field-1', { name: 'b.txt', content: 'bill' }],
  ]);
  expect(sent.status).toBe(200);
  const execution = await until(1, 'success');
  expect(itemsOf(execution, 'Call')).toMatchObject([{ body: { ok: true } }]);
  expect(itemsOf(execution, 'End')).toMatchObject([{ Name: 'Ada', formMode: 'production' }]);
  expect(execution.data.resultData.runData.Hook).toHaveLength(1);
  const bill = execution.data.resultData.runData.End?.[0]?.data?.main?.[0]?.[0]?.binary?.Bill;
  expect(bill).toMatchObject({ fileName: 'b.txt', fileSize: 4 });
});

test('a loop that waits in each pass, over a restart of the server, gives every item out once', async () => {
  const { server, api, save, call, until, local } = await start();
  const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
  const note = { assignments: { assignments: [{ name: 'n', type: 'any', value: '={{ $json.n }}' }] } };
  const nodes = [
    webhook('loop', 'onReceived'),
    node('Split', 'splitOut', { fieldToSplitOut: 'body.list' }),
    node('Label', 'set', { mode: 'raw', jsonOutput: "={{ $execution.customData.set('size', 2), $json }}" }, 3.4),
    node('Loop', 'loopOverItems', { batchSize: "={{ Number($execution.customData.get('size') ?? 3) }}" }, 3),
    node('Note', 'set', note, 3.4),
    waitForCall('Call'),
    node('End', 'noOp'),
  ];
  const connections = {
    Hook: { main: [to('Split')] },
    Split: { main: [to('Label')] },
    Label: { main: [to('Loop')] },
    Loop: { main: [to('End'), to('Note')] },
    Note: { main: [to('Call')] },
    Call: { main: [to('Loop')] },
  };
  await save('Loop', nodes, { connections, active: true });
  await call('loop', { list: [1, 2, 3, 4, 5].map((n) => ({ n })) });
  const ended: string[] = [];
  for (let pass = 0; pass < 3; pass++) {
    await expect
      .poll(
        async () => {
          const { wait } = await api<ExecutionOutline>('/executions/1/nodes');
          const url = wait?.call?.url;
          return url && !ended.includes(url) && ended.push(url);
        },
        { timeout: 20_000 },
      )
      .toBe(pass + 1);
    if (pass === 0) await server.restart();
    await post(local(ended[pass]!), { pass });
  }
  const execution = await until(1, 'success');
  const batches = execution.data.resultData.runData.Note?.map(({ data }) => data?.main?.[0]?.map(({ json }) => json.n));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  expect(itemsOf(execution, 'End')).toMatchObject([
    { body: { pass: 0 } },
    { body: { pass: 1 } },
    { body: { pass: 2 } },
  ]);
});

test('a wait that nobody ends goes on at its limit', async () => {
  const { save, call, until } = await start();
  const limit = { limitWaitTime: true, resumeAmount: 1, resumeUnit: 'seconds' };
  await save('Limit', [webhook('limit', 'onReceived'), waitForCall('Call', limit), node('End', 'noOp')], {
    active: true,
  });
  await call('limit', { order: 7 });
  expect(itemsOf(await until(1, 'success'), 'End')).toMatchObject([{ body: { order: 7 } }]);
});

test('a stopped run cannot be resumed', async () => {
  const { api, save, call, until, local } = await start();
  await save('Stop', [webhook('stop'), tellAddresses(), waitForCall('Call')], { active: true });
  const { call: address } = (await (await call('stop')).json()) as { call: string };
  await until(1, 'waiting');
  await api('/executions-current/1/stop', {});
  await until(1, 'canceled');
  expect((await post(local(address))).status).toBe(409);
});

const calls = (workflowId: string, more: object = {}) => node('Call it', 'executeWorkflow', { workflowId, ...more });
const called = (...values: object[]) => node('Called', 'executeWorkflowTrigger', { workflowInputs: { values } }, 1.1);

test('a workflow calls another with typed inputs, for each item, and goes on with what that gives', async () => {
  const { save, call } = await start();
  const double = node('Double', 'set', { mode: 'raw', jsonOutput: '={{ { n: $json.n * 2 } }}' }, 3.4);
  const id = await save('Child', [called({ name: 'n', type: 'number' }), double]);
  const split = node('Split', 'splitOut', { fieldToSplitOut: 'body.list' });
  await save('Parent', [webhook('parent', 'lastNode'), split, calls(id, { mode: 'each' })], { active: true });
  expect(await (await call('parent', { list: [{ n: '4' }, { n: 5 }] })).json()).toMatchObject({ n: 8 });
  const bad = await call('parent', { list: [{ n: 'four' }] });
  expect(bad.status).toBe(500);
});

test('a workflow as JSON is read like an import, and refused where it is none', async () => {
  const { save, call, until } = await start();
  const sub = (parts: object) =>
    node(
      'Sub',
      'executeWorkflow',
      { source: 'parameter', workflowJson: JSON.stringify({ connections: {}, ...parts }) },
      1.2,
    );
  const trigger = { ...node('In', 'executeWorkflowTrigger'), typeVersion: '1', position: [0, 0], notes: {} };
  await save('Good', [webhook('good', 'lastNode'), sub({ nodes: [trigger], staticData: '' })], { active: true });
  expect(await (await call('good', { n: 1 })).json()).toMatchObject({ body: { n: 1 } });
  await save('Bad', [webhook('bad', 'lastNode'), sub({ nodes: [{ ...trigger, position: 'left' }] })], { active: true });
  await call('bad');
  const { data } = await until(3, 'error');
  expect(data.resultData.error?.message).toMatch(
    /^The JSON is no workflow that can be run\. "position" of node "In" must be a list, not text\.$/,
  );
});

test('a called workflow that waits holds the one that called it, as data, until it ends', async () => {
  const { server, api, save, call, until, local } = await start();
  const note = node('Note', 'set', { mode: 'raw', jsonOutput: '={{ { address: $execution.resumeUrl } }}' }, 3.4);
  const id = await save('Child', [node('Called', 'executeWorkflowTrigger'), note, waitForCall('Call')]);
  await save('Parent', [webhook('parent', 'onReceived'), calls(id), node('End', 'noOp')], { active: true });
  await call('parent');
  await until(1, 'waiting');
  const child = await until(2, 'waiting');
  await server.restart();
  await post(local(String(itemsOf(child, 'Note')?.[0]?.address)), { from: 'outside' });
  expect(itemsOf(await until(1, 'success'), 'End')).toMatchObject([{ body: { from: 'outside' } }]);
  expect((await api<Execution>('/executions/2')).mode).toBe('integrated');
});

test('workflows that call each other without end fail with a plain error', async () => {
  const { save, call, until } = await start();
  // The id that the workflow itself gets.
  const id = await save('Endless', [webhook('endless', 'onReceived'), calls('1')], { active: true });
  expect(id).toBe('1');
  await call('endless');
  const { data } = await until(1, 'error');
  expect(data.resultData.error?.message).toContain('it looks like an endless recursion');
});

test('a run that fails starts the error workflow with what happened', async () => {
  const { save, call, until } = await start();
  const errorWorkflow = await save('On error', [node('Failed', 'errorTrigger'), node('End', 'noOp')]);
  const stop = node('Stop', 'stopAndError', { errorMessage: 'No stock' });
  await save('Fails', [webhook('fails', 'onReceived'), stop], { active: true, settings: { errorWorkflow } });
  await call('fails');
  await until(1, 'error');
  expect(itemsOf(await until(2, 'success'), 'End')).toMatchObject([
    {
      execution: { id: '1', error: { message: 'No stock' }, lastNodeExecuted: 'Stop', mode: 'webhook' },
      workflow: { name: 'Fails' },
    },
  ]);
});
