import { afterEach, expect, test, vi } from 'vitest';
import { client } from './client.ts';
import { ApiError, describeError } from './errors.ts';
import { fakeServer } from './server-for-test.ts';
import { sessionId } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

test('a call puts parameters into the path, the query behind it, and names its session', async () => {
  const { calls } = fakeServer({
    'GET /workflows/5': { data: { id: '5' } },
    'GET /executions': { data: { count: 0 } },
  });
  expect(await client.workflows.get({ params: { id: '5' } })).toEqual({ id: '5' });
  await client.executions.list({ query: { filter: '{"workflowId":"5"}', limit: 10, lastId: undefined } });
  expect(calls[0]?.headers.get('sessionid')).toBe(sessionId);
  expect(sessionId).toMatch(/^[a-z0-9]{11}$/);
  expect(calls[1]?.path).toBe('/executions?filter=%7B%22workflowId%22%3A%225%22%7D&limit=10');
});

test('a body is sent as JSON', async () => {
  const { calls } = fakeServer({ 'PATCH /workflows/5': { data: {} } });
  await client.workflows.update({ params: { id: '5' }, body: { active: true } });
  expect(calls[0]).toMatchObject({ method: 'PATCH', body: { active: true } });
  expect(calls[0]?.headers.get('content-type')).toBe('application/json');
});

test('an answer without a value is undefined', async () => {
  fakeServer({ 'GET /executions/9': { body: {} } });
  expect(await client.executions.get({ params: { id: '9' } })).toBeUndefined();
});

test('a refusal carries what the server says', async () => {
  const body = { code: 2001, error: 'workflowConflict', message: 'Changed.', hint: 'Look again.' };
  fakeServer({ 'GET /workflows': { status: 409, body } });
  const error = await client.workflows.list().catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, error: 'workflowConflict' });
  expect(describeError(error)).toEqual({ message: 'Changed.', details: 'Look again.' });
});

test('a server out of reach is told in plain words, also by a gateway', async () => {
  const message = 'API-Server can not be reached. It is probably down.';
  fakeServer({ 'GET /active': { status: 502, body: '<html>Bad gateway</html>' } });
  await expect(client.workflows.list()).rejects.toMatchObject({ status: 0, message });
  await expect(client.active.list()).rejects.toMatchObject({ status: 0, message });
  const failure = await client.active.list().catch((error: unknown) => error);
  expect(describeError(failure)).toEqual({ message, topic: 'connection' });
});

test('an answer that is no JSON is a failure that names the status', async () => {
  fakeServer({ 'GET /active': { status: 500, body: 'oops' } });
  await expect(client.active.list()).rejects.toMatchObject({ status: 500, message: expect.stringContaining('500') });
});
