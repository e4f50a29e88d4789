import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';

/** Services at which accounts are connected, and a browser that people go there with. */

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const openIdClient = { clientId: 'millrace', clientSecret: 'client-secret-canary' } as const;

/** A real OpenID provider with short tokens, and an API at `/api` that wants one. */
export const startOpenIdProvider = async (redirectUri: string, { accessSeconds = 3600 } = {}) => {
  const api: { statuses: number[] } = { statuses: [] };
  let handle: (request: IncomingMessage, response: import('node:http').ServerResponse) => unknown = () => {};
  const url = await listen(createServer((request, response) => void handle(request, response)));
  const provider = new Provider(url, {
    clients: [
      {
        client_id: openIdClient.clientId,
        client_secret: openIdClient.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: true },
      introspection: { enabled: true },
    },
    scopes: ['openid', 'offline_access', 'read'],
    pkce: { required: () => false },
    ttl: { AccessToken: accessSeconds, ClientCredentials: accessSeconds },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    cookies: { keys: ['a key of the test'] },
  });
  const callback = provider.callback();
  handle = async (request, response) => {
    if (request.url !== '/api') return callback(request, response);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const known = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
    const status = known && !known.isExpired ? 200 : 401;
    api.statuses.push(status);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: status === 200 }));
  };
  return {
    api,
    apiUrl: `${url}/api`,
    provider,
    fields: {
      authUrl: `${url}/auth`,
      accessTokenUrl: `${url}/token`,
      ...openIdClient,
      scope: 'openid offline_access read',
      authQueryParameters: 'prompt=consent',
    },
  };
};

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** A provider of OAuth1 that checks each signature by itself, after RFC 5849, section 3.4. */
export const startOAuth1Provider = async () => {
  const consumer = { key: 'consumer', secret: 'consumer-secret-canary' };
  /** By token. */
  const temporary = new Map<string, { secret: string; callback: string; verifier?: string }>();
  const tokens = new Map<string, string>();
  let count = 0;

  const authorizationOf = ({ headers }: IncomingMessage): Record<string, string> =>
    Object.fromEntries(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        decodeURIComponent(value!),
      ]),
    );

  const isSigned = (request: IncomingMessage, url: URL, tokenSecret: string): boolean => {
    const { oauth_signature: signature, realm: _, ...own } = authorizationOf(request);
    const pairs = [...url.searchParams, ...Object.entries(own)]
      .map(([name, value]) => [encode(name), encode(value)] as const)
      .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const base = [request.method!, url.origin + url.pathname, pairs].map(encode).join('&');
    const key = `${encode(consumer.secret)}&${encode(tokenSecret)}`;
    return (
      own.oauth_consumer_key === consumer.key && signature === createHmac('sha1', key).update(base).digest('base64')
    );
  };

  const url: string = await listen(
    createServer((request, response) => {
      const target = new URL(request.url!, url);
      const own = authorizationOf(request);
      const refuse = () => response.writeHead(401).end('oauth_problem=signature_invalid');
      if (target.pathname === '/request') {
        if (!isSigned(request, target, '')) return refuse();
        const token = `temporary-${++count}`;
        temporary.set(token, { secret: `secret of ${token}`, callback: own.oauth_callback! });
        return response.end(
          new URLSearchParams({
            oauth_token: token,
            oauth_token_secret: `secret of ${token}`,
            oauth_callback_confirmed: 'true',
          }).toString(),
        );
      }
      if (target.pathname === '/authorize') {
        const token = target.searchParams.get('oauth_token')!;
        const begun = temporary.get(token)!;
        begun.verifier = `verifier of ${token}`;
        const back = new URL(begun.callback);
        back.searchParams.set('oauth_token', token);
        back.searchParams.set('oauth_verifier', begun.verifier);
        return response.writeHead(302, { location: back.href }).end();
      }
      if (target.pathname === '/access') {
        const begun = temporary.get(own.oauth_token!);
        if (!begun || begun.verifier !== own.oauth_verifier || !isSigned(request, target, begun.secret))
          return refuse();
        temporary.delete(own.oauth_token!);
        tokens.set('lasting', 'lasting-secret-canary');
        return response.end('oauth_token=lasting&oauth_token_secret=lasting-secret-canary&screen_name=ada');
      }
      const secret = tokens.get(own.oauth_token ?? '');
      if (secret === undefined || !isSigned(request, target, secret)) return refuse();
      return response.end('{"ok":true}');
    }),
  );
  return {
    apiUrl: `${url}/api?a=1`,
    fields: {
      authUrl: `${url}/authorize`,
      accessTokenUrl: `${url}/access`,
      requestTokenUrl: `${url}/request`,
      consumerKey: consumer.key,
      consumerSecret: consumer.secret,
      signatureMethod: 'HMAC-SHA1',
    },
  };
};

/** Keeps cookies and follows redirects, as a browser does. */
export const createBrowser = () => {
  const jar = new Map<string, Map<string, string>>();
  const get = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { origin } = new URL(address);
    const cookies = jar.get(origin) ?? new Map<string, string>();
    jar.set(origin, cookies);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return response;
  };
  /** @param stopAt an address that is not opened */
  const follow = async (
    address: string,
    stopAt?: string,
    init?: RequestInit,
  ): Promise<{ url: string; response?: Response }> => {
    if (stopAt !== undefined && address.startsWith(stopAt)) return { url: address };
    const response = await get(address, init);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return { url: address, response };
    await response.body?.cancel();
    return follow(new URL(location, address).href, stopAt);
  };
  /** Signs in and consents wherever the provider asks for it. */
  const consent = async (address: string, stopAt?: string): Promise<{ url: string; response?: Response }> => {
    let at = await follow(address, stopAt);
    while (at.response && /\/interaction\//.test(at.url)) {
      const page = await at.response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)![1]!;
      const action = /action="([^"]+)"/.exec(page)![1]!;
      at = await follow(new URL(action, at.url).href, stopAt, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ prompt, login: 'ada', password: 'any' }).toString(),
      });
    }
    return at;
  };
  return { get, follow, consent };
};
