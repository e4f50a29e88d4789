/**
 * The one way out: every HTTP request that a node, an import or a credential test makes goes through here. Each hop is judged by the
 * address that is really connected to, since the check is part of the look-up that the connection uses: a name that resolves
 * differently a moment later changes nothing.
 */
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import type { HttpHead } from '@millrace/engine/node-api';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { createMark, markHeader } from '../own-api.ts';
import { readCertificate } from './client-certificate.ts';
import { acceptedEncodings, decodeBody } from './decode-body.ts';
import { decodeStream } from './decode-stream.ts';
import { type ClientRequest, type ClientResponse, isBodySource, type StreamedResponse } from './exchange.ts';
import { createInstanceProxy, type ProxySettings } from './instance-proxy.ts';
import { reachHost } from './reach.ts';
import { followRedirect, type Hop, isRedirect, isSameSite } from './redirects.ts';
import { explainFailure, RequestError } from './request-error.ts';
import { type AddressPolicy, createResolver, unbracket } from './resolver.ts';
import type { Signer } from './signer.ts';

export interface HttpPolicy extends AddressPolicy {
  /** Requests go through it that name no proxy of their own. */
  proxy?: ProxySettings;
  /** Makes the mark of each request, by which the API of this instance refuses it. Without it there is none. */
  markKey?: string;
  /** Largest body of an answer, in bytes, packed or unpacked. Default 128 MiB. */
  maxBodyBytes?: number;
  /** Milliseconds for an exchange whose request names no limit of its own. Default five minutes. */
  timeout?: number;
}

export interface HttpClient {
  /**
   * @param signer signs each request that goes where the first goes; what it adds is in no answer
   * @throws RequestError, what the signer throws, or the signal's reason when it aborts
   */
  (request: ClientRequest, signer?: Signer): Promise<ClientResponse>;
  /** The same, given when the head of the answer is there. The limit of time is for that; then it is for each pause of the body. */
  streamed(request: ClientRequest, signer?: Signer): Promise<StreamedResponse>;
  /** The IP address at which a client of another protocol connects to a host: see `reachHost`. @throws RequestError */
  reach(host: string, port: number): Promise<string>;
  /** Ends idle connections; exchanges under way are completed. */
  close(): Promise<void>;
}

const defaultRedirects = 21;
/** Set by the transport itself. */
const transportHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const parseUrl = (text: string, base?: URL): URL => {
  const url = URL.parse(text, base);
  if (!url) throw new RequestError('invalidRequest', 'The address of the request is not a valid URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RequestError('invalidRequest', `Addresses that begin with "${url.protocol}" are not supported`, {
      description: 'Use http:// or https://.',
    });
  }
  return url;
};

/** What user info in an address is in a header. */
const basicAuthorization = ({ username, password }: URL): string | undefined => {
  if (!username && !password) return undefined;
  try {
    const userInfo = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(userInfo).toString('base64')}`;
  } catch {
    throw new RequestError('invalidRequest', 'The user name or password in the address is not encoded as it must be');
  }
};

const definedHeaders = (answer: Dispatcher.ResponseData): ClientResponse['headers'] => {
  const headers: ClientResponse['headers'] = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && name !== '__proto__') headers[name] = value;
  return headers;
};

const firstHop = (request: ClientRequest): Hop => {
  const url = parseUrl(request.url);
  const headers: Hop['headers'] = new Map();
  const setDefault = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, [name, value]);
  };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const key = name.toLowerCase();
    if (!transportHeaders.has(key)) headers.set(key, [name, String(value)]);
  }
  const userInfo = basicAuthorization(url);
  if (userInfo) setDefault('authorization', userInfo);
  setDefault('accept', '*/*');
  setDefault('accept-encoding', acceptedEncodings);
  setDefault('user-agent', 'Millrace');
  if (isBodySource(request.body) && request.body.size !== undefined)
    headers.set('content-length', ['content-length', String(request.body.size)]);
  return { url, method: request.method.toUpperCase(), headers, body: request.body };
};

interface Connection {
  /** Each hop may go another way. */
  dispatcherFor(url: URL): Dispatcher;
  /** Undefined: the host is called directly. */
  proxyOf(url: URL): string | undefined;
  signal: AbortSignal;
  /** The limit of time does not count: whoever reads takes its time. */
  pause(): void;
  /** The limit of time begins anew. */
  goOn(): void;
  /** Ends what is left of it. */
  giveUp(error: unknown): void;
  close(): Promise<void>;
}

/** Of an answer that is not the last, a little is read, so that the connection can be used again. */
const leave = (answer: Dispatcher.ResponseData): Promise<void> =>
  answer.body.dump({ limit: 128 * 1024 }).catch(() => {});

/** @throws RequestError where its body was sent and cannot be sent once more */
const assertRepeatable = ({ url, body }: Hop): void => {
  if (!isBodySource(body) || body.isRepeatable) return;
  throw new RequestError('invalidRequest', `${url.host} wants the request once more, and its body was streamed`, {
    description: 'Send a file, or a body that is there as a whole.',
  });
};

/** A failure of a request that was made through a proxy may be the proxy's. */
const withProxy = (error: RequestError, proxy: string | undefined): RequestError => {
  if (!proxy) return error;
  const name = proxy.replace(/^.*@/, '').replace(/^\w+:\/\//, '');
  const description = [error.description, `The request was made through the proxy ${name}.`].filter(Boolean).join(' ');
  return new RequestError(error.code, error.message, { description, cause: error });
};

const headOf = (answer: Dispatcher.ResponseData, url: URL, isDecoded: boolean): HttpHead => {
  const headers = definedHeaders(answer);
  if (isDecoded) {
    delete headers['content-encoding'];
    delete headers['content-length'];
  }
  return { status: answer.statusCode, statusText: answer.statusText, headers, url: url.href };
};

export const createHttpClient = (policy: HttpPolicy): HttpClient => {
  const { maxBodyBytes = 128 * 1024 * 1024, timeout: defaultTimeout = 300_000 } = policy;
  const resolver = createResolver(policy);
  const { lookup, assertLiteralAllowed } = resolver;

  const createAgent = (rejectUnauthorized: boolean, certificate?: SecureContextOptions) =>
    new Agent({ connect: { lookup, rejectUnauthorized, ...certificate }, allowH2: false, maxHeaderSize: 64 * 1024 });
  const agents = { strict: createAgent(true), lenient: createAgent(false) };
  const instanceProxy = createInstanceProxy(policy.proxy);

  const createProxyAgent = (proxy: string, rejectUnauthorized: boolean, certificate?: SecureContextOptions) => {
    const url = parseUrl(proxy.includes('://') ? proxy : `http://${proxy}`);
    assertLiteralAllowed(url);
    return new ProxyAgent({
      uri: url.origin,
      token: basicAuthorization(url),
      proxyTls: { lookup, rejectUnauthorized },
      requestTls: { rejectUnauthorized, ...certificate },
    });
  };

  /** Behind a proxy the target's name is resolved elsewhere; what can be known of it here is checked here. */
  const checkBehindProxy = async (url: URL) => {
    if (isIP(unbracket(url.hostname))) return;
    await resolver.addressesOf(url.hostname).catch((error: unknown) => {
      if (error instanceof RequestError) throw error;
    });
  };

  const readBody = async (answer: Dispatcher.ResponseData, host: string): Promise<Uint8Array> => {
    const tooLarge = () =>
      new RequestError('tooLarge', `The answer of ${host} is larger than is accepted`, {
        description: `The limit is ${Math.floor(maxBodyBytes / 1024 / 1024)} MB.`,
      });
    if (Number(answer.headers['content-length']) > maxBodyBytes) {
      answer.body.on('error', () => {}).destroy();
      throw tooLarge();
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBodyBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
  };

  /** The mark is set last: nothing that a node says takes its place. */
  const headersOf = ({ headers }: Hop): Record<string, string> => {
    if (policy.markKey === undefined) return Object.fromEntries(headers.values());
    return Object.fromEntries(new Map(headers).set(markHeader, [markHeader, createMark(policy.markKey)]).values());
  };

  /** Goes on until there is an answer that is neither a redirect nor a wish for another proof of who asks. Its body is not read. */
  const exchange = async (
    request: ClientRequest,
    { dispatcherFor, proxyOf, signal }: Connection,
    signer: Signer | undefined,
  ): Promise<{ answer: Dispatcher.ResponseData; url: URL }> => {
    const maxRedirects = request.maxRedirects ?? defaultRedirects;
    const first = firstHop(request);
    let hop = first;
    let redirects = 0;
    let isRepeated = false;
    for (let count = 0; ; count++) {
      const { url } = hop;
      if (count > 0) assertRepeatable(hop);
      assertLiteralAllowed(url);
      if (proxyOf(url)) await checkBehindProxy(url);
      const ownSigner = signer && isSameSite(first.url, url) ? signer : undefined;
      const sent = ownSigner ? await ownSigner.sign(hop) : hop;
      signal.throwIfAborted();
      const answer = await dispatcherFor(url)
        .request({
          origin: url.origin,
          path: sent.url.pathname + sent.url.search,
          method: sent.method as Dispatcher.HttpMethod,
          headers: headersOf(sent),
          body: isBodySource(sent.body) ? Readable.from(sent.body.open(), { objectMode: false }) : sent.body,
          signal,
          headersTimeout: 0,
          bodyTimeout: 0,
        })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw withProxy(explainFailure(error, url.host), proxyOf(url));
        });
      if (ownSigner && !isRepeated) {
        isRepeated = await ownSigner.isRefused({ status: answer.statusCode, headers: definedHeaders(answer) });
        if (isRepeated) {
          await leave(answer);
          continue;
        }
      }
      const { location } = answer.headers;
      if (!isRedirect(answer.statusCode) || !location || maxRedirects <= 0) return { answer, url };
      await leave(answer);
      if (redirects >= maxRedirects) {
        throw new RequestError('tooManyRedirects', `${url.host} redirected more than ${maxRedirects} times`);
      }
      redirects++;
      hop = followRedirect(hop, answer.statusCode, parseUrl(String(location), url));
    }
  };

  /** Of one exchange, with the host that it goes to first. */
  const createCertifiedAgent = (request: ClientRequest, certificate: SecureContextOptions): Dispatcher => {
    const isStrict = !request.allowUnauthorizedCerts;
    if (request.proxy) return createProxyAgent(request.proxy, isStrict, certificate);
    const url = parseUrl(request.url);
    return (
      instanceProxy.createAgent(url, { rejectUnauthorized: isStrict, ...certificate }) ??
      createAgent(isStrict, certificate)
    );
  };

  /** What an exchange needs until its body has been read. */
  const connect = (request: ClientRequest): Connection => {
    request.signal?.throwIfAborted();
    const timeout = request.timeout && request.timeout > 0 ? request.timeout : defaultTimeout;
    const isStrict = !request.allowUnauthorizedCerts;
    const first = parseUrl(request.url);
    const ownProxy = request.proxy ? createProxyAgent(request.proxy, isStrict) : undefined;
    const proxyFor = (url: URL) => ownProxy ?? instanceProxy.agentFor(url, isStrict);
    const certified = request.certificate && createCertifiedAgent(request, readCertificate(request.certificate));
    const controller = new AbortController();
    const forward = () => controller.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', forward, { once: true });
    const limit = () =>
      setTimeout(() => {
        const host = URL.parse(request.url)?.host ?? 'The host';
        const description = `The limit was ${timeout} ms.`;
        controller.abort(new RequestError('timedOut', `${host} did not answer in time`, { description }));
      }, timeout);
    let timer = limit();
    return {
      dispatcherFor: (url) =>
        (isSameSite(first, url) ? certified : undefined) ??
        proxyFor(url) ??
        (isStrict ? agents.strict : agents.lenient),
      proxyOf: (url) => (ownProxy ? request.proxy : proxyFor(url) && instanceProxy.host),
      signal: controller.signal,
      pause: () => clearTimeout(timer),
      goOn() {
        clearTimeout(timer);
        timer = limit();
      },
      giveUp: (error) => controller.abort(error),
      async close() {
        clearTimeout(timer);
        request.signal?.removeEventListener('abort', forward);
        await Promise.all([ownProxy?.destroy(), certified?.destroy()]);
      },
    };
  };

  const send = async (request: ClientRequest, signer?: Signer): Promise<ClientResponse> => {
    const connection = connect(request);
    const { signal } = connection;
    try {
      const { answer, url } = await exchange(request, connection, signer);
      const body = await readBody(answer, url.host).catch((error: unknown) => {
        signal.throwIfAborted();
        throw explainFailure(error, url.host);
      });
      const decoded = await decodeBody(body, String(answer.headers['content-encoding'] ?? ''), maxBodyBytes);
      return { ...headOf(answer, url, decoded.isDecoded), body: decoded.bytes };
    } catch (error) {
      connection.giveUp(error);
      throw error;
    } finally {
      await connection.close();
    }
  };

  const streamed = async (request: ClientRequest, signer?: Signer): Promise<StreamedResponse> => {
    const connection = connect(request);
    const { signal } = connection;
    try {
      const { answer, url } = await exchange(request, connection, signer);
      connection.goOn();
      const decoded = decodeStream(answer.body, String(answer.headers['content-encoding'] ?? ''));
      const read = async function* (): AsyncGenerator<Uint8Array> {
        try {
          for await (const chunk of decoded.body) {
            connection.pause();
            yield chunk;
            connection.goOn();
          }
        } catch (error) {
          signal.throwIfAborted();
          throw explainFailure(error, url.host);
        } finally {
          answer.body.on('error', () => {}).destroy();
          await connection.close();
        }
      };
      return { ...headOf(answer, url, decoded.isDecoded), body: read() };
    } catch (error) {
      connection.giveUp(error);
      await connection.close();
      throw error;
    }
  };

  return Object.assign(send, {
    streamed,
    reach: (host: string, port: number) => reachHost(resolver, host, port),
    close: async () => {
      await Promise.all([agents.strict.close(), agents.lenient.close(), instanceProxy.close()]);
    },
  });
};
