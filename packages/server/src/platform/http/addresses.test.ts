import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { client, failure, get, listen, serve, text } from './http.testing.ts';

const metadata = [
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::ffff:169.254.169.254]/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/',
  'http://example.com@169.254.169.254/',
  'http://169.254.169.254#.json',
  'http://①⑥⑨.254.169.254/',
];
const inside = [
  'http://0/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://127.1/',
  'http://localhost/',
  'http://localhost./',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://10.0.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://[fc00::1]/',
  'http://198.18.0.1/',
];
describe('addresses that are refused', () => {
  it.each(metadata)('%s always', async (url) => {
    expect(await failure(client()(get(url)))).toMatchObject({ code: 'refusedAddress' });
    expect(await failure(client({ allowPrivateNetworks: false })(get(url)))).toMatchObject({ code: 'refusedAddress' });
  });

  it.each(inside)('%s where private networks are', async (url) => {
    expect(await failure(client({ allowPrivateNetworks: false })(get(url)))).toMatchObject({ code: 'refusedAddress' });
  });

  it.each(['file:///etc/passwd', 'gopher://x/', 'ftp://x/', 'data:text/plain,x', '//x', 'nonsense', ''])(
    '%j is no address for a request',
    async (url) => {
      expect(await failure(client()(get(url)))).toMatchObject({ code: 'invalidRequest' });
    },
  );

  it('a name is refused for any of its addresses', async () => {
    const mixed = client({
      resolve: async () => [
        { address: '127.0.0.1', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ],
    });
    const error = await failure(mixed(get('http://two-faced.test/')));
    expect(error).toMatchObject({ code: 'refusedAddress', message: 'Requests to two-faced.test are not allowed' });
  });

  it('connects to the very address that was checked, though the name changes its mind', async () => {
    const url = await serve((_, response) => response.end('reached'));
    const { port } = new URL(url);
    let lookups = 0;
    const rebound = client({
      resolve: async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }],
    });
    expect(text((await rebound(get(`http://rebinding.test:${port}/`))).body)).toBe('reached');
    expect(lookups).toBe(1);
  });

  it('a proxy at a refused address is refused', async () => {
    const error = await failure(client()(get('http://example.com/', { proxy: '169.254.169.254:80' })));
    expect(error.code).toBe('refusedAddress');
  });
});

describe('where clients of other protocols connect', () => {
  const hostsOf = (urls: string[]) =>
    urls.map((url) => url.replace(/^http:\/\/(.*@)?|[/#].*$/g, '').replace(/^\[(.*)\]$/, '$1'));

  it.each(hostsOf(metadata))('%s is refused always', async (host) => {
    expect(await failure(client().reach(host, 25))).toMatchObject({
      code: 'refusedAddress',
      message: expect.stringMatching(/^Connections to .* are not allowed$/),
    });
  });

  it.each(hostsOf(inside))('%s is refused where private networks are', async (host) => {
    const error = await failure(client({ allowPrivateNetworks: false }).reach(host, 25));
    expect(error).toMatchObject({ code: 'refusedAddress' });
  });

  it.each(['', ' ', 'a b', 'a/b', 'user@host', 'a?b', 'a#b', 'a\\b', '[::1', 'host:25'])(
    '%j is no host',
    async (host) => {
      expect(await failure(client().reach(host, 25))).toMatchObject({ code: 'invalidRequest' });
    },
  );

  it.each([0, -1, 65_536, 2.5, Number.NaN])('%d is no port', async (port) => {
    expect(await failure(client().reach('example.com', port))).toMatchObject({ message: `${port} is not a port` });
  });

  it('gives one of the addresses that were judged, asked for once', async () => {
    const asked: string[] = [];
    const one = client({
      resolve: async (hostname) => {
        asked.push(hostname);
        return [{ address: '192.0.2.7', family: 4 }];
      },
    });
    expect(await one.reach('Mail.Example.com', 25)).toBe('192.0.2.7');
    expect(asked).toEqual(['mail.example.com']);
  });

  it('refuses a name for any of its addresses', async () => {
    const mixed = client({
      resolve: async () => [
        { address: '127.0.0.1', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ],
    });
    expect(await failure(mixed.reach('two-faced.test', 25))).toMatchObject({ code: 'refusedAddress' });
  });

  it('of a name with addresses of both kinds, gives one that answers', async () => {
    const port = await listen(createServer());
    const both = client({
      resolve: async () => [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    });
    expect(await both.reach('both.test', port)).toBe('127.0.0.1');
    expect(await both.reach('both.test', 1)).toBe('::1');
  });

  it('says that a name is not known', async () => {
    const unknown = client({ resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) });
    const error = await failure(unknown.reach('nowhere.test', 25));
    expect(error).toMatchObject({ code: 'hostNotFound', message: 'The host nowhere.test could not be found' });
  });
});
