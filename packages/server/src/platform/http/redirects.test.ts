import { describe, expect, it } from 'vitest';
import { client, echo, failure, get, serve, text } from './http.testing.ts';

describe('redirects', () => {
  const pages = async (target = '/end') =>
    serve((request, response) => {
      const status = /^\/(30\d)$/.exec(request.url ?? '')?.[1];
      if (status) response.writeHead(Number(status), { location: target }).end('elsewhere');
      else echo(request, response);
    });

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [303, 'HEAD', 'HEAD', undefined],
    [302, 'PUT', 'PUT', 'data'],
    [307, 'POST', 'POST', 'data'],
    [308, 'POST', 'POST', 'data'],
  ])('a %s after %s asks with %s', async (status, method, next, body) => {
    const url = await pages();
    const answer = await client()({
      method,
      url: `${url}/${status}`,
      body: method === 'HEAD' ? undefined : 'data',
      headers: { 'content-type': 'text/x' },
    });
    expect(answer).toMatchObject({ status: 200, url: `${url}/end` });
    if (body === undefined) return;
    const got = JSON.parse(text(answer.body));
    expect(got).toMatchObject({ method: next, url: '/end', body });
    expect(got.headers['content-type']).toBe(body === '' ? undefined : 'text/x');
  });

  it('are given as they are when they are turned off, and counted otherwise', async () => {
    const url = await pages('/302');
    expect((await client()(get(`${url}/302`, { maxRedirects: 0 }))).status).toBe(302);
    expect(await failure(client()(get(`${url}/302`, { maxRedirects: 3 })))).toMatchObject({ code: 'tooManyRedirects' });
  });

  it('keep credentials within an origin and drop them on the way to another', async () => {
    const other = await serve(echo);
    const headers = {
      Authorization: 'Bearer x',
      Cookie: 'a=b',
      'X-Api-Key': 'k',
      'X-Auth-Token': 't',
      'X-Trace': 'kept',
    };
    const same = JSON.parse(text((await client()(get(`${await pages()}/302`, { headers }))).body));
    expect(same.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k' });
    const left = JSON.parse(text((await client()(get(`${await pages(other)}/302`, { headers }))).body));
    expect(left.headers).toMatchObject({ 'x-trace': 'kept' });
    for (const name of ['authorization', 'cookie', 'x-api-key', 'x-auth-token']) {
      expect(left.headers[name]).toBeUndefined();
    }
  });

  it.each(['http://169.254.169.254/latest', 'http://[::ffff:a9fe:a9fe]/', 'file:///etc/passwd'])(
    'to %s are refused',
    async (target) => {
      const error = await failure(client()(get(`${await pages(target)}/302`)));
      expect(['refusedAddress', 'invalidRequest']).toContain(error.code);
    },
  );

  it.each(['http://127.0.0.1:1/', 'http://10.0.0.1/', 'http://[::1]/', 'http://0x7f.1/', 'http://rebound.test/'])(
    'to %s are refused where private networks are, though the first address was not',
    async (target) => {
      const resolve = async (hostname: string) => [
        { address: hostname === 'public.test' ? '192.0.2.1' : '127.0.0.1', family: 4 },
      ];
      // It stands for the public server, which this machine cannot be.
      const address = await serve((_, response) => response.writeHead(302, { location: target }).end());
      const careful = client({ allowPrivateNetworks: false, resolve, proxy: { address, except: [] } });
      const error = await failure(careful(get('http://public.test/')));
      expect(error).toMatchObject({ code: 'refusedAddress' });
    },
  );
});
