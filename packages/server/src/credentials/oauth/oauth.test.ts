import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '../../config.ts';
import { startTestServer } from '../../testing.ts';
import { createBrowser, openIdClient, startOAuth1Provider, startOpenIdProvider } from './providers.testing.ts';

const open = async (config: Partial<Config> = {}) => {
  const server = await startTestServer(config);
  onTestFinished(() => server.stop());
  const base = server.url.replace('127.0.0.1', 'localhost');
  const browser = createBrowser();
  const call = async (method: string, path: string, body?: object, from = browser) => {
    const headers = { 'content-type': 'application/json' };
    const response = await from.get(`${base}/rest${path}`, {
      method,
      ...(body && { headers, body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of all endpoints
    return { status: response.status, ...((await response.json()) as any) };
  };
  const create = async (type: string, data: object): Promise<string> =>
    (await call('POST', '/credentials', { name: 'Mine', type, data })).data.id;
  /** Runs an HTTP Request node with the credential, and gives the answer that it got. */
  const run = async (type: string, id: string, url: string) => {
    const nodes = [
      { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
      {
        name: 'Call',
        type: 'core.httpRequest',
        typeVersion: 4.2,
        position: [200, 0],
        parameters: { url, authentication: 'genericCredentialType', genericAuthType: type },
        credentials: { [type]: { id, name: 'Mine' } },
      },
    ];
    const connections = { Start: { main: [[{ node: 'Call', type: 'main', index: 0 }]] } };
    const workflowData = { name: 'W', nodes, connections, active: false, settings: {} };
    const { data, message } = await call('POST', '/workflows/run', { workflowData });
    if (!data) throw new Error(message);
    return vi.waitFor(async () => {
      const execution = (await call('GET', `/executions/${data.executionId}`)).data;
      if (!execution.stoppedAt) throw new Error('It still runs');
      return execution;
    }, 30_000);
  };
  return { server, base, browser, call, create, run };
};

const callbackOf = (base: string) => `${base}/rest/oauth2-credential/callback`;

describe('OAuth2 at a real provider', () => {
  test('an account is connected with PKCE, used, and its token renewed when it has ended', async () => {
    const port = 27_311;
    const { base, browser, call, create, run } = await open({ port });
    const { fields, api, apiUrl } = await startOpenIdProvider(callbackOf(base), { accessSeconds: 1 });
    const id = await create('oAuth2Api', { grantType: 'pkce', ...fields });
    const { data: url } = await call('GET', `/oauth2-credential/auth?id=${id}`);
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: openIdClient.clientId,
      redirect_uri: callbackOf(base),
      code_challenge_method: 'S256',
      prompt: 'consent',
    });
    expect(url).not.toContain(openIdClient.clientSecret);

    const back = await browser.consent(url, callbackOf(base));
    const page = await browser.get(back.url);
    const text = await page.text();
    expect(page.status, text).toBe(200);
    expect(text).toContain(`data-result="success" data-credential="${id}"`);
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect((await call('GET', `/credentials/${id}?includeData=true`)).data.data).toMatchObject({
      oauthTokenData: true,
    });

    // The same address once more.
    const replayed = await browser.get(back.url);
    expect(replayed.status).toBe(400);
    expect(await replayed.text()).toContain('was not begun here');

    expect((await run('oAuth2Api', id, apiUrl)).finished).toBe(true);
    // The token lasts for a second, so each run has another one, which the provider gave for a refresh token that serves once.
    expect((await run('oAuth2Api', id, apiUrl)).finished).toBe(true);
    expect(api.statuses.at(-1)).toBe(200);
  });

  test('the client alone gets access by its own grant, and has no account to connect', async () => {
    const { base, call, create, run } = await open();
    const { fields, apiUrl, api } = await startOpenIdProvider(callbackOf(base));
    const id = await create('oAuth2Api', { grantType: 'clientCredentials', ...fields, scope: 'read' });
    expect(await call('GET', `/oauth2-credential/auth?id=${id}`)).toMatchObject({ status: 400, error: 'oauthFailed' });
    expect((await run('oAuth2Api', id, apiUrl)).finished).toBe(true);
    expect(api.statuses).toEqual([200]);
  });

  test('a state serves its own browser, credential and time, and nothing of it is believed', async () => {
    const { base, browser, call, create } = await open({ port: 27_312 });
    const { fields } = await startOpenIdProvider(callbackOf(base));
    const id = await create('oAuth2Api', fields);
    const other = await create('oAuth2Api', { ...fields, clientId: 'another' });
    const begin = async (credential: string) =>
      (await call('GET', `/oauth2-credential/auth?id=${credential}`)).data as string;
    const stateOf = (url: string) => new URL(url).searchParams.get('state')!;
    const callback = async (query: Record<string, string>, from = browser) => {
      const response = await from.get(`${callbackOf(base)}?${new URLSearchParams(query)}`);
      return { status: response.status, text: await response.text() };
    };

    await begin(id);
    expect((await callback({ code: 'x' })).status).toBe(400);
    expect((await callback({ code: 'x', state: 'nobody' })).text).toContain('was not begun here');

    // Somebody else's browser, with the address that was meant for this one.
    const back = await browser.consent(await begin(id), callbackOf(base));
    const stolen = await createBrowser().get(back.url);
    expect(stolen.status).toBe(400);
    expect(await stolen.text()).toContain('not begun in this browser');

    const thief = createBrowser();
    await call('GET', `/oauth2-credential/auth?id=${other}`, undefined, thief);
    expect(await (await thief.get(back.url)).text()).toContain('was not begun here');

    // The code of one sign-in with the state of another: the provider knows that it was given to another client.
    const code = new URL(back.url).searchParams.get('code')!;
    expect((await callback({ code, state: stateOf(await begin(other)) })).status).toBe(400);
    expect((await call('GET', `/credentials/${other}?includeData=true`)).data.data.oauthTokenData).toBeUndefined();

    const denied = await callback({
      state: stateOf(await begin(id)),
      error: 'access_denied',
      error_description: '<script>alert(1)</script>',
    });
    expect(denied.status).toBe(400);
    expect(denied.text).toContain('&lt;script&gt;alert(1)');
    expect(denied.text).not.toContain('<script>alert');

    // Changed after the sign-in has begun.
    const late = await browser.consent(await begin(id), callbackOf(base));
    await call('PATCH', `/credentials/${id}`, { data: { ...fields, scope: 'read' } });
    expect(await (await browser.get(late.url)).text()).toContain('was changed meanwhile');
  });

  test('no browser is sent to what is no address of the web', async () => {
    const { call, create } = await open();
    const id = await create('oAuth2Api', {
      clientId: 'a',
      authUrl: 'javascript:alert(1)',
      accessTokenUrl: 'http://127.0.0.1:1',
    });
    expect(await call('GET', `/oauth2-credential/auth?id=${id}`)).toMatchObject({ status: 400, error: 'oauthFailed' });
    expect(await call('GET', '/oauth2-credential/auth?id=77')).toMatchObject({ status: 404 });
    expect(await call('GET', `/oauth1-credential/auth?id=${id}`)).toMatchObject({ status: 400 });
  });
});

test('neither a test nor a sign-in reaches addresses of cloud metadata, however they are written', async () => {
  const { call, create, base, browser } = await open({ port: 27_314 });
  for (const host of ['169.254.169.254', '[::ffff:a9fe:a9fe]', '2852039166', '0xa9.0xfe.0xa9.0xfe']) {
    const server = `http://${host}`;
    const tested = await call('POST', '/credentials/test', { type: 'githubApi', data: { server, accessToken: 'a' } });
    expect(tested.data, server).toMatchObject({ status: 'Error', message: expect.stringMatching(/metadata/i) });
    const id = await create('oAuth2Api', {
      clientId: 'a',
      authUrl: 'https://sign-in.example',
      accessTokenUrl: `${server}/token`,
    });
    const { data: url } = await call('GET', `/oauth2-credential/auth?id=${id}`);
    const state = new URL(url).searchParams.get('state')!;
    const back = await browser.get(`${callbackOf(base)}?${new URLSearchParams({ code: 'x', state })}`);
    expect(back.status).toBe(400);
    expect(await back.text()).toContain('are not allowed');
    const first = await create('oAuth1Api', {
      consumerKey: 'a',
      requestTokenUrl: server,
      authUrl: server,
      accessTokenUrl: server,
    });
    expect((await call('GET', `/oauth1-credential/auth?id=${first}`)).message).toContain('are not allowed');
  }
});

test('an account is connected by OAuth1, and requests are signed with what it gave', async () => {
  const { browser, call, create, run } = await open({ port: 27_313 });
  const { fields, apiUrl } = await startOAuth1Provider();
  const id = await create('oAuth1Api', fields);
  const { data: url, message } = await call('GET', `/oauth1-credential/auth?id=${id}`);
  expect(url, message).toContain('/authorize?oauth_token=temporary-1');
  const { response } = await browser.follow(url);
  expect(await response!.text()).toContain('data-result="success"');
  expect((await run('oAuth1Api', id, apiUrl)).finished).toBe(true);
  const wrong = await create('oAuth1Api', { ...fields, consumerSecret: 'wrong' });
  expect(await call('GET', `/oauth1-credential/auth?id=${wrong}`)).toMatchObject({
    status: 400,
    error: 'oauthFailed',
    hint: expect.stringContaining('signature_invalid'),
  });
});
