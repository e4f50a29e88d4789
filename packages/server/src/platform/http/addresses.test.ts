import { describe, expect, it } from 'vitest';
import { client, failure, get, serve, text } from './http.testing.ts';

describe('addresses that are refused', () => {
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
  it.each(metadata)('%s always', async (url) => {
    expect(await failure(client()(get(url)))).toMatchObject({ code: 'refusedAddress' });
    expect(await failure(client({ allowPrivateNetworks: false })(get(url)))).toMatchObject({ code: 'refusedAddress' });
  });

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
