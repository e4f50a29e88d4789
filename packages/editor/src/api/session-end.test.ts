import { afterEach, expect, test, vi } from 'vitest';
import { client } from './client.ts';
import { fakeServer } from './server-for-test.ts';
import { hasSessionEnded, resumeSession, setSignedIn } from './session-end.ts';

const refused = { status: 401, body: { message: 'Not logged in' } };

afterEach(() => {
  setSignedIn(false);
  resumeSession();
  vi.unstubAllGlobals();
});

test('a call that meets the end of the session is sent again when the person is back', async () => {
  let isIn = false;
  const server = fakeServer({ 'GET /workflows': () => (isIn ? { data: [] } : refused), 'GET /login': refused });
  setSignedIn(true);
  const list = client.workflows.list();
  await vi.waitFor(() => expect(hasSessionEnded()).toBe(true));
  isIn = true;
  resumeSession();
  await expect(list).resolves.toEqual([]);
  expect(server.callsTo('GET /workflows')).toHaveLength(2);
});

test('an answer from before the sign-in is no end of the session', async () => {
  let calls = 0;
  fakeServer({ 'GET /workflows': () => (calls++ === 0 ? refused : { data: [] }), 'GET /login': { data: { id: '1' } } });
  setSignedIn(true);
  await expect(client.workflows.list()).resolves.toEqual([]);
  expect(hasSessionEnded()).toBe(false);
});

test('a visitor is refused at once, and so is a sign-in', async () => {
  fakeServer({ 'GET /workflows': refused, 'POST /login': refused });
  await expect(client.workflows.list()).rejects.toMatchObject({ status: 401 });
  setSignedIn(true);
  const body = { email: 'ada@example.com', password: 'Wrong1234' };
  await expect(client.signIn.signIn({ body })).rejects.toMatchObject({ status: 401 });
  expect(hasSessionEnded()).toBe(false);
});

test('a call that was given up meanwhile is not sent again', async () => {
  const server = fakeServer({ 'GET /workflows': refused, 'GET /login': refused });
  setSignedIn(true);
  const aborter = new AbortController();
  const list = client.workflows.list({ signal: aborter.signal });
  await vi.waitFor(() => expect(hasSessionEnded()).toBe(true));
  aborter.abort();
  resumeSession();
  await expect(list).rejects.toMatchObject({ name: 'AbortError' });
  expect(server.callsTo('GET /workflows')).toHaveLength(1);
});

test('what is refused while a new password replaces the session is asked for again with the new one', async () => {
  const password = Promise.withResolvers<void>();
  let isReplaced = false;
  const server = fakeServer({
    'PATCH /me/password': async () => {
      await password.promise;
      isReplaced = true;
      return { data: { success: true } };
    },
    'GET /login': () => (isReplaced ? { data: { id: '1' } } : refused),
    'POST /workflows': () => (isReplaced ? { data: { id: '5' } } : refused),
  });
  setSignedIn(true);
  const change = client.me.changePassword({ body: { currentPassword: 'Old12345', newPassword: 'New12345' } });
  const stored = client.workflows.create({ body: { name: 'A', nodes: [], connections: {} } });
  const asked = client.signIn.current();
  await vi.waitFor(() => expect(server.callsTo('POST /workflows')).toHaveLength(1));
  password.resolve();
  await change;
  await expect(stored).resolves.toEqual({ id: '5' });
  await expect(asked).resolves.toEqual({ id: '1' });
  expect(hasSessionEnded()).toBe(false);
});
