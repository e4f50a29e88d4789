import { expect, onTestFinished, test, vi } from 'vitest';
import { answeringWorkflow } from './answering-workflow.testing.ts';
import { startTestServer } from './testing.ts';

// Whole servers start here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const paymentUrl = 'https://pay.example/plans';
const refused = { status: 402, error: 'notOffered', hint: paymentUrl };

/** Says where it can be resumed, and waits for that. */
const { connections, ...first } = answeringWorkflow('waits', '={{ $execution.resumeUrl }}');
const waitingWorkflow = {
  ...first,
  active: true,
  nodes: [
    ...first.nodes,
    {
      name: 'Wait',
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      position: [400, 0],
      parameters: { resume: 'webhook' },
    },
  ],
  connections: { ...connections, Answer: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
};
const failing = {
  name: 'Fails',
  nodes: [
    { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    { name: 'Stop', type: 'core.stopAndError', typeVersion: 1, position: [200, 0], parameters: { errorMessage: 'No' } },
  ],
  connections: { Start: { main: [[{ node: 'Stop', type: 'main', index: 0 }]] } },
  settings: { saveManualExecutions: true },
};

test('a showcase starts nothing and goes on with nothing, and what it holds runs again when it is none any more', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const call = async <Data>(method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: body && { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as { data: Data; error?: string; hint?: string }) };
  };
  const create = async (workflow: object) => (await call<{ id: string }>('POST', '/rest/workflows', workflow)).data.id;
  const executions = async () =>
    (await call<{ results: { id: string; status: string }[] }>('GET', '/rest/executions')).data.results;
  const statuses = async () => (await executions()).map(({ status }) => status).sort();
  const id = await create(waitingWorkflow);
  const failingId = await create(failing);
  await call('POST', '/rest/workflows/run', { workflowData: { ...failing, id: failingId } });
  const resumeAddress = new URL(await (await fetch(`${server.url}/webhook/waits`)).text()).pathname;
  await vi.waitFor(async () => expect(await statuses()).toEqual(['error', 'waiting']), 20_000);
  const failed = (await executions()).find(({ status }) => status === 'error')?.id;

  await server.restart({ demoMode: false, paymentUrl });
  const trigger = answeringWorkflow('listens', 'x');
  expect(await call('POST', '/rest/workflows/run', { workflowData: { ...failing, id: failingId } })).toMatchObject(
    refused,
  );
  expect(
    await call('POST', '/rest/workflows/run', {
      workflowData: failing,
      destinationNode: 'Stop',
      startNodes: ['Start'],
    }),
  ).toMatchObject(refused);
  expect(await call('POST', '/rest/workflows/run', { workflowData: trigger, triggerNode: 'Webhook' })).toMatchObject(
    refused,
  );
  expect(await call('POST', `/rest/executions/${failed}/retry`, {})).toMatchObject(refused);
  expect(await call('PATCH', `/rest/workflows/${id}`, { active: true })).toMatchObject(refused);
  expect(await call('POST', '/rest/workflows', { ...trigger, active: true })).toMatchObject(refused);
  expect(await call('GET', '/webhook-test/listens')).toMatchObject(refused);
  expect(await call('GET', '/form-test/listens')).toMatchObject(refused);
  expect((await call('GET', '/webhook/waits')).status).toBe(404);
  expect(await call('GET', resumeAddress)).toMatchObject(refused);
  expect((await call('GET', '/rest/active')).data).toEqual([]);
  expect(await statuses()).toEqual(['error', 'waiting']);
  const data = { host: 'localhost', port: 1, user: 'a', password: 'b' };
  for (const [method, path, body] of [
    ['POST', '/rest/credentials/test', { type: 'postgres', data }],
    ['GET', '/rest/oauth1-credential/auth?id=1'],
    ['GET', '/rest/oauth2-credential/auth?id=1'],
    ['GET', '/rest/oauth2-credential/callback?state=a&code=b'],
    ['GET', '/rest/workflows/from-url?url=http://localhost:1/a.json'],
  ] as const)
    expect(await call(method, path, body), path).toMatchObject(refused);
  expect(await call('PATCH', `/rest/workflows/${id}`, { name: 'Built here' })).toMatchObject({ status: 200 });

  await server.restart({ demoMode: true });
  expect((await fetch(`${server.url}${resumeAddress}`)).status).toBe(200);
  await vi.waitFor(async () => expect(await statuses()).toEqual(['error', 'success']), 20_000);
  expect((await call('GET', '/rest/active')).data).toEqual([id]);
});
