import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { setUpOwner } from '../users/accounts.testing.ts';
import { type Route, routesOf } from './routes.testing.ts';

/** Every address of the API, as a page of another site can have a signed-in browser call it: made from what is registered. */
const open = async () => {
  const { app, services } = await createTestApp();
  const { browser } = await setUpOwner(app);
  const routes = await routesOf(services);
  const send = async ({ method, url }: Route, headers: Record<string, string>, payload = '{"name":"x"}') => {
    const response = await app.inject({
      method,
      url: url.replaceAll(/:\w+|\*/g, '1'),
      headers: { cookie: browser.cookie()!, ...headers },
      ...(method !== 'GET' && { payload }),
    });
    const { error } = /json/.test(String(response.headers['content-type'])) ? response.json() : { error: undefined };
    return { status: response.statusCode, error, headers: response.headers };
  };
  /** Those of `routes` that do not answer so. */
  const unlike = async (asked: readonly Route[], headers: Record<string, string>, error: string) => {
    const wrong: string[] = [];
    for (const route of asked) {
      const answer = await send(route, headers);
      if (answer.error !== error || answer.status < 400) wrong.push(`${route.name}: ${answer.status} ${answer.error}`);
      if (answer.headers['access-control-allow-origin'] !== undefined) wrong.push(`${route.name} allows an origin`);
    }
    return wrong;
  };
  const changing = routes.filter(({ method }) => method !== 'GET');
  return { routes, changing, unlike };
};

test('what a form of another site posts, or its scripts as text, changes nothing', async () => {
  const { changing, unlike } = await open();
  expect(changing.length).toBeGreaterThan(50);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect(await unlike(changing, { origin: 'https://evil.example', 'content-type': type }, 'forbiddenHost')).toEqual(
      [],
    );
});

test('neither does what comes from no origin, or from a browser that says only that it is another site', async () => {
  const { changing, unlike } = await open();
  const json = { 'content-type': 'application/json' };
  expect(await unlike(changing, { ...json, origin: 'null' }, 'forbiddenHost')).toEqual([]);
  expect(await unlike(changing, { ...json, 'sec-fetch-site': 'cross-site' }, 'forbiddenHost')).toEqual([]);
  expect(
    await unlike(changing, { ...json, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }, 'forbiddenHost'),
  ).toEqual([]);
});

test('pages of other sites and names that were bound to this machine read nothing either', async () => {
  const { routes, unlike } = await open();
  expect(await unlike(routes, { origin: 'https://evil.example' }, 'forbiddenHost')).toEqual([]);
  expect(await unlike(routes, { host: 'evil.example' }, 'forbiddenHost')).toEqual([]);
});

test('a body that is no JSON is taken from nobody', async () => {
  const { changing, unlike } = await open();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect(await unlike(changing, { 'content-type': type }, 'unsupportedMediaType')).toEqual([]);
});
