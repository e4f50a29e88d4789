import { createServer, request as sendOn } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { client, echo, failure, get, listen, serve, text } from './http.testing.ts';
import { createInstanceProxy } from './instance-proxy.ts';
import { selfSigned } from './self-signed.testing.ts';

/** Wherever a name leads to, it is this machine. */
const resolve = async () => [{ address: '127.0.0.1', family: 4 }];

/** A proxy that says what it was asked for, and does it on this machine. */
const startProxy = async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { host, port, pathname } = new URL(request.url ?? '');
    asked.push(`${request.method} ${host}${pathname} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    request.pipe(
      sendOn({ host: '127.0.0.1', port, path: pathname, method: request.method }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const target = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  const port = await listen(server);
  return { asked, address: `http://ada:p%40ss@127.0.0.1:${port}` };
};

describe('the proxy of the instance', () => {
  it('is asked for what lies elsewhere, with its password, and not for this machine', async () => {
    const { asked, address } = await startProxy();
    const proxied = client({ proxy: { address, except: [] }, resolve });
    const url = await serve(echo);
    const port = new URL(url).port;
    expect((await proxied(get(`http://far.example:${port}/a`))).status).toBe(200);
    expect(asked).toEqual([`GET far.example:${port}/a Basic ${btoa('ada:p@ss')}`]);
    for (const host of ['127.0.0.1', 'localhost', 'app.localhost'])
      expect((await proxied(get(`http://${host}:${port}/`))).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it('leads to encrypted servers, whose certificates are verified here', async () => {
    const { asked, address } = await startProxy();
    const port = await listen(createTlsServer(selfSigned, echo));
    const proxied = client({ proxy: { address, except: [] }, resolve });
    const url = `https://far.example:${port}/secret`;
    expect(await failure(proxied(get(url)))).toMatchObject({ code: 'certificate' });
    const answer = await proxied(get(url, { allowUnauthorizedCerts: true }));
    expect(JSON.parse(text(answer.body)).url).toBe('/secret');
    expect(asked).toEqual([`CONNECT far.example:${port}`, `CONNECT far.example:${port}`]);
  });

  it('is asked anew for each hop: what leads back to this machine goes there directly', async () => {
    const { asked, address } = await startProxy();
    const inside = await serve((_, response) => response.end('inside'));
    const url = await serve((_, response) => response.writeHead(302, { location: inside }).end());
    const proxied = client({ proxy: { address, except: [] }, resolve });
    const answer = await proxied(get(`http://far.example:${new URL(url).port}/`));
    expect(text(answer.body)).toBe('inside');
    expect(asked).toHaveLength(1);
  });

  it('takes nobody to an address that is refused, and a proxy of the request goes before it', async () => {
    const { asked, address } = await startProxy();
    const proxied = client({ proxy: { address, except: [] }, allowPrivateNetworks: false, resolve });
    expect(await failure(proxied(get('http://far.example/')))).toMatchObject({ code: 'refusedAddress' });
    expect(await failure(proxied(get('http://169.254.169.254/')))).toMatchObject({ code: 'refusedAddress' });
    expect(asked).toEqual([]);
    const own = await serve((request, response) => response.end(`own ${request.url}`));
    const both = client({ proxy: { address, except: [] }, resolve });
    expect(text((await both(get('http://far.example/x', { proxy: own }))).body)).toBe('own http://far.example/x');
    expect(asked).toEqual([]);
  });
});

describe('a proxy that does not answer', () => {
  it.each([
    ['of the instance', { proxy: { address: 'http://ada:secret@127.0.0.1:1', except: [] } }, {}],
    ['of the request', {}, { proxy: 'http://ada:secret@127.0.0.1:1' }],
  ])('is named without its password: %s', async (_, policy, request) => {
    const error = await failure(client({ ...policy, resolve })(get('http://far.example/', request)));
    expect(error).toMatchObject({ message: 'far.example refused the connection' });
    expect(error.description).toContain('The request was made through the proxy 127.0.0.1:1.');
    expect(JSON.stringify([error.message, error.description, error.context])).not.toContain('secret');
  });
});

describe('hosts that are called without the proxy', () => {
  const isProxied = (url: string, except: string[]) => {
    const proxy = createInstanceProxy({ address: 'http://proxy.example:3128', except });
    const agent = proxy.agentFor(new URL(url), true);
    return proxy.close().then(() => agent !== undefined);
  };
  it.each([
    ['http://a.example/', ['a.example'], false],
    ['http://b.a.example/', ['A.example'], false],
    ['http://b.a.example/', [' .a.example '], false],
    ['http://b.a.example/', ['*.a.example'], false],
    ['http://nota.example/', ['a.example'], true],
    ['http://a.example/', ['a.example:80'], false],
    ['https://a.example/', ['a.example:80'], true],
    ['http://10.1.2.3/', ['10.0.0.0/8'], false],
    ['http://11.1.2.3/', ['10.0.0.0/8'], true],
    ['http://[fd00::1]/', ['fd00::/8'], false],
    ['http://[fd00::1]:8080/', ['[fd00::1]:8080'], false],
    ['http://10.1.2.3/', ['10.1.2.3'], false],
    ['http://a.example/', ['*'], false],
    ['http://a.example/', ['', ' '], true],
    ['http://[::1]/', [], false],
    ['http://127.0.0.1/', [], false],
    ['http://[::ffff:127.0.0.1]/', [], false],
    ['http://localhost./', [], false],
  ])('%s with %j', async (url, except, expected) => expect(await isProxied(url, except)).toBe(expected));
});
