import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../testing.ts';

// A whole server starts here, with its workers.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const secret = 'canary-of-ada-5512';

/** A service that notes what it is told, of Ada and whoever else calls. */
const startService = async () => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(JSON.stringify([request.url, request.headers]));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('[{"name":"one","full_name":"ada/one","owner":{"login":"ada"}}]');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** A server with accounts, each of them as a way to call it. */
const startWithPeople = async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const person = () => {
    let cookie = '';
    return async (method: string, path: string, body?: object) => {
      const response = await fetch(`${server.url}/rest${path}`, {
        method,
        headers: { ...(body && { 'content-type': 'application/json' }), ...(cookie && { cookie }), sessionid: 'tab' },
        body: body && JSON.stringify(body),
      });
      const set = response.headers.getSetCookie().map((one) => one.split(';')[0]);
      if (set.length > 0) cookie = set.join('; ');
      const answer = (await response.json()) as Record<string, unknown>;
      // biome-ignore lint/suspicious/noExplicitAny: answers of all endpoints
      return { status: response.status, data: answer.data as any, text: JSON.stringify(answer) };
    };
  };
  const owner = person();
  const account = { lastName: 'Example', password: 'Abcdefg1' };
  await owner('POST', '/owner', { ...account, email: 'owner@a.example', firstName: 'Olga' });
  const join = async (name: string) => {
    const call = person();
    const { data: invited } = await owner('POST', '/users?sendMail=false', [{ email: `${name}@a.example` }]);
    const { data } = await owner('POST', `/users/${invited[0].user.id}/invite-link`);
    const link = new URL(data.link).searchParams;
    const joined = await call('POST', `/users/${link.get('inviteeId')}`, {
      ...account,
      firstName: name,
      inviterId: link.get('inviterId'),
    });
    return { call, id: joined.data.id as string };
  };
  return { ada: await join('ada'), ben: await join('ben') };
};

const node = (name: string, type: string, typeVersion: number, parameters: object, more: object = {}) => ({
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
  ...more,
});
const start = node('Start', 'core.manualTrigger', 1, {});
const started = { Start: { main: [[{ node: 'Use', type: 'main', index: 0 }]] } };
const graph = (use: object) => ({ name: 'W', nodes: [start, use], connections: started, settings: {} });

/** A workflow as JSON that runs another as JSON, so many deep, with this at the bottom. */
const nested = (use: object, depth: number): object => {
  if (depth === 0) return use;
  const begin = node('Start', 'core.executeWorkflowTrigger', 1, {});
  const inner = { nodes: [begin, nested(use, depth - 1)], connections: started };
  return node('Use', 'core.executeWorkflow', 1.1, { source: 'parameter', workflowJson: JSON.stringify(inner) });
};

test('no way of a request brings anyone the secret of somebody else, however the credential is named', async () => {
  const { heard, url } = await startService();
  const { ada, ben } = await startWithPeople();
  const { data: credential } = await ada.call('POST', '/credentials', {
    name: 'Of Ada',
    type: 'githubApi',
    data: { server: url, accessToken: secret },
  });
  const using = (reference: unknown) =>
    node(
      'Use',
      'core.httpRequest',
      4.2,
      { url: `${url}/steal`, authentication: 'predefinedCredentialType', nodeCredentialType: 'githubApi' },
      { credentials: { githubApi: reference } },
    );
  const references = [
    { id: credential.id, name: 'Of Ada' },
    { id: credential.id, name: 'x' },
    { id: null, name: 'Of Ada' },
    'Of Ada',
    { id: `={{ "${credential.id}" }}`, name: 'Of Ada' },
    { id: 'x', name: '={{ "Of Ada" }}' },
  ];
  const run = async ({ call }: typeof ben, workflowData: object) => {
    const { data, status } = await call('POST', '/workflows/run', { workflowData });
    if (status !== 200) return String(status);
    await expect
      .poll(async () => (await call('GET', `/executions/${data.executionId}`)).data.stoppedAt, { timeout: 30_000 })
      .toBeTruthy();
    return (await call('GET', `/executions/${data.executionId}`)).data.data.resultData.error?.message as unknown;
  };
  // Ada herself is served.
  expect(await run(ada, graph(using(references[0])))).toBeUndefined();
  expect(heard.splice(0).join()).toContain(secret);

  for (const reference of references) {
    const use = using(reference);
    expect(await run(ben, graph(use)), 'run').toMatch(/exist|403/);
    for (const depth of [1, 3]) expect(await run(ben, graph(nested(use, depth))), 'nested').toMatch(/exist|403/);
  }
  expect((await ben.call('POST', '/workflows', graph(using(references[0])))).status).toBe(403);

  // By what a node is asked outside of executions.
  const asked = {
    nodeTypeAndVersion: { name: 'n8n-nodes-base.github', version: 1.1 },
    path: 'parameters.owner',
    currentNodeParameters: {},
    credentials: { githubApi: references[0] },
  };
  const search = { ...asked, methodName: 'getUsers', filter: 'a' };
  expect((await ada.call('POST', '/node-parameter-search', search)).status).toBe(200);
  expect(heard.splice(0).join()).toContain(secret);
  const refused = await ben.call('POST', '/node-parameter-search', search);
  expect([refused.status >= 400, refused.text.includes(secret)]).toEqual([true, false]);

  // By what was stored for it: a test with another host, a workflow to look at, an execution to retry.
  const body = { credentials: { id: credential.id, name: 'x', type: 'githubApi', data: { server: `${url}/steal` } } };
  expect((await ben.call('POST', '/credentials/test', body)).status).toBe(404);
  const { data: shared } = await ada.call('POST', '/workflows', graph(using(references[0])));
  await ada.call('PUT', `/workflows/${shared.id}/shares`, [{ userId: ben.id, role: 'view' }]);
  await run(ada, { ...shared, settings: { saveManualExecutions: true } });
  expect(heard.splice(0).join()).toContain(secret);
  const { data: executions } = await ada.call('GET', '/executions');
  const { id } = executions.results[0];
  expect((await ben.call('POST', `/executions/${id}/retry`)).status).toBe(403);
  const copy = (await ben.call('GET', `/workflows/${shared.id}`)).data;
  expect((await ben.call('POST', '/workflows', { ...graph(using(references[0])), nodes: copy.nodes })).status).toBe(
    403,
  );
  expect(await run(ben, { ...copy, nodes: [start, using(references[0])] })).toMatch(/exist|403/);
  expect(heard.join()).not.toContain('canary');
});
