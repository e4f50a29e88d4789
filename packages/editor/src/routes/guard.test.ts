import { isNotFound, isRedirect } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/queries.ts';
import { fakeServer } from '../api/server-for-test.ts';
import type { Role } from '../start/standing.ts';
import { homeOf, loadStart } from '../start/start.ts';
import { userFor } from '../start/user-for-test.ts';
import type { ViewName } from './access.ts';
import { guard } from './guard.ts';

const settings = { enabled: true, showSetupOnFirstLoad: false, setupTokenNeeded: false, smtpSetup: false };

const serve = (role: Role | null, userManagement = settings, templates = { enabled: false, host: '' }) =>
  fakeServer({
    'GET /settings': { data: { userManagement, templates } },
    'GET /login': role ? { data: userFor(role) } : { status: 401, body: { message: 'Not logged in' } },
    'GET http://templates/health': {},
  });

/** Where the guard leads; undefined: the screen is shown. */
const led = async (view: ViewName, path = '/') => {
  try {
    await guard(view, path);
    return undefined;
  } catch (error) {
    if (isNotFound(error)) return 'not found';
    if (!isRedirect(error)) throw error;
    const { to, search } = error.options;
    return search && Object.keys(search).length > 0 ? { to, search } : to;
  }
};

beforeEach(() => queryClient.clear());
afterEach(() => vi.unstubAllGlobals());

test('settings come first, then who is signed in and the templates side by side', async () => {
  const login = Promise.withResolvers<void>();
  const server = fakeServer({
    'GET /settings': { data: { userManagement: settings, templates: { enabled: true, host: 'http://templates' } } },
    'GET /login': async () => {
      await login.promise;
      return { data: userFor('owner') };
    },
    'GET http://templates/health': {},
  });
  const guarded = guard('NodeViewNew', '/workflow');
  await vi.waitFor(() => expect(server.calls).toHaveLength(3));
  expect(server.calls[0]?.path).toBe('/settings');
  expect(new Set(server.calls.slice(1).map(({ path }) => path))).toEqual(
    new Set(['/login', 'http://templates/health']),
  );
  login.resolve();
  await guarded;
});

test('a visitor is led to sign-in, and back to where he wanted to go', async () => {
  serve(null);
  expect(await led('NodeViewExisting', '/workflow/5?a=b')).toEqual({
    to: '/signin',
    search: { redirect: '/workflow/5?a=b' },
  });
  expect(await led('Homepage', '/')).toBe('/signin');
  expect(await led('SigninView', '/signin')).toBeUndefined();
  expect(await led('NotFoundView', '/nothing')).toBeUndefined();
});

test('somebody who is signed in and may not see a screen is led home', async () => {
  serve('member');
  expect(await led('UsersSettings')).toBe('/');
  expect(await led('SigninView')).toBe('/');
  expect(await led('SetupView')).toBe('/');
  expect(await led('PersonalSettings')).toBeUndefined();
});

test('a set-up that is due comes before everything else', async () => {
  serve('default', { ...settings, showSetupOnFirstLoad: true });
  expect(await led('NodeViewNew', '/workflow')).toBe('/setup');
  expect(await led('SetupView', '/setup')).toBeUndefined();
  expect(await led('NotFoundView', '/nothing')).toBeUndefined();
});

test('without user management nothing is set up and nobody signs in', async () => {
  serve('default', { ...settings, enabled: false, showSetupOnFirstLoad: true });
  expect(await led('NodeViewNew')).toBeUndefined();
  expect(await led('SetupView')).toBe('/');
  expect(await led('UsersSettings')).toBe('/');
});

test('without templates their addresses lead nowhere, signed in or not', async () => {
  serve('owner');
  expect(await led('TemplatesSearchView', '/templates/')).toBe('not found');
  queryClient.clear();
  serve(null);
  expect(await led('WorkflowTemplate', '/workflows/templates/5')).toBe('not found');
});

test('only the homepage waits for the templates', async () => {
  const health = Promise.withResolvers<object>();
  fakeServer({
    'GET /settings': { data: { userManagement: settings, templates: { enabled: true, host: 'http://templates' } } },
    'GET /login': { data: userFor('owner') },
    'GET http://templates/health': () => health.promise,
  });
  expect(await led('TemplatesSearchView', '/templates/')).toBeUndefined();
  const home = homeOf(await loadStart());
  health.resolve({});
  expect(await home).toBe('/templates/');
});

test.each([
  ['the templates are off', { enabled: false, host: 'http://templates' }, {}, '/workflow'],
  ['their host is out of order', { enabled: true, host: 'http://templates' }, { status: 500 }, '/workflow'],
  ['they are there', { enabled: true, host: 'http://templates' }, {}, '/templates/'],
])('where the homepage leads when %s', async (_, templates, health, expected) => {
  const answers = { data: { userManagement: settings, templates } };
  const login = { data: userFor('owner') };
  fakeServer({ 'GET /settings': answers, 'GET /login': login, 'GET http://templates/health': health });
  expect(await homeOf(await loadStart())).toBe(expected);
});

test('in a frame the preview is shown whoever asks, and nothing else ever', async () => {
  vi.spyOn(window, 'parent', 'get').mockReturnValue({} as Window & typeof globalThis);
  serve(null);
  expect(await led('WorkflowDemo', '/workflows/demo')).toBeUndefined();
  await expect(guard('NodeViewExisting', '/workflow/5')).rejects.toThrow('in a frame');
  await expect(guard('SigninView', '/signin')).rejects.toThrow('in a frame');
  vi.restoreAllMocks();
  queryClient.clear();
  serve(null);
  expect(await led('WorkflowDemo', '/workflows/demo')).toMatchObject({ to: '/signin' });
});

test('the preview asks no host of templates', async () => {
  const server = serve('owner', settings, { enabled: true, host: 'http://templates' });
  expect(await led('WorkflowDemo', '/workflows/demo')).toBeUndefined();
  expect(server.calls.map(({ path }) => path)).toEqual(['/settings', '/login']);
});

test('the homepage is the list of workflows where the operator wants that', async () => {
  const templates = { enabled: true, host: 'http://templates' };
  fakeServer({
    'GET /settings': { data: { userManagement: settings, templates, homePage: 'workflows' } },
    'GET /login': { data: userFor('owner') },
    'GET http://templates/health': {},
  });
  expect(await homeOf(await loadStart())).toBe('/workflows');
});

test('without settings there is no screen', async () => {
  fakeServer({ 'GET /settings': { status: 500, body: { message: 'Out of order' } } });
  await expect(guard('Homepage', '/')).rejects.toThrow('Out of order');
});
