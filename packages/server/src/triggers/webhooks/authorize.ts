import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '@millrace/contract';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';
import type { FastifyRequest } from 'fastify';
import { evaluateFields } from '../../credentials/fields.ts';
import { readReference } from '../../credentials/references.ts';
import type { CredentialResolver, CredentialTypes } from '../../credentials/types.ts';
import type { PagePasses } from '../../page-passes/page-passes.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Hook } from './hook.ts';

/**
 * Looks whether whoever calls knows the credential that the webhook asks for, before anything of the call is read.
 *
 * @throws SignInNeeded where people have to sign in first; AppError webhookUnauthorized where nothing was said, webhookRefused where it is wrong, webhookFailed where it cannot be known
 */
export type AuthorizeCall = (hook: GuardedHook, call: GuardedCall) => Promise<Authorized | undefined>;

/** `raw`: as it came, for its path. */
export type GuardedCall = Pick<FastifyRequest, 'headers'> & { raw: Pick<FastifyRequest['raw'], 'url'> };

/** What may ask its callers for a credential. */
export interface GuardedHook extends Pick<Hook, 'owner'> {
  spec: Pick<Hook['spec'], 'method' | 'path' | 'authentication'>;
}

export interface Authorized {
  /** What the token says that they have proved themselves by. */
  jwtPayload?: JsonObject;
  /** The header that holds what only the credential is to know: it is no part of the call that workflows see. */
  secretHeader?: string;
}

/** Of a page for users of this instance: it is not known who asks. */
export class SignInNeeded extends AppError {
  /** Where a browser finds out, and comes back from. */
  readonly gate: string;

  constructor(gate: string) {
    super('webhookUnauthorized', 'This page is for people who are signed in. Open it again to sign in.');
    this.gate = gate;
  }
}

/** Whether a browser that was to show a page is led to the sign-in instead. */
export const isLedToSignIn = (error: unknown, { method, headers }: FastifyRequest): error is SignInNeeded =>
  error instanceof SignInNeeded && method === 'GET' && headers.accept?.includes('text/html') === true;

type Check = (fields: CredentialData, headers: IncomingHttpHeaders) => Promise<Authorized>;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** In the same time whatever is given. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digestOf(given), digestOf(expected));

const unauthorized = (challenge: string): AppError =>
  new AppError('webhookUnauthorized', 'This webhook wants to know who calls.', {
    headers: { 'www-authenticate': challenge },
  });

const refused = (): AppError => new AppError('webhookRefused', 'Authorization data is wrong!');

const empty = (what: string): NodeError =>
  new NodeError(`The credentials that callers are asked for have no ${what}, so nobody can have it`);

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

const checkBasic: Check = async (fields, { authorization }) => {
  const [user, password] = [text(fields.user), text(fields.password)];
  if (user === '' && password === '') throw empty('user and password');
  const [, given] = /^basic\s+(\S+)\s*$/i.exec(authorization ?? '') ?? [];
  if (given === undefined) throw unauthorized('Basic realm="Webhook", charset="UTF-8"');
  if (!isSame(Buffer.from(given, 'base64').toString('utf8'), `${user}:${password}`)) throw refused();
  return { secretHeader: 'authorization' };
};

const checkHeader: Check = async (fields, headers) => {
  const [name, value] = [text(fields.name).trim().toLowerCase(), text(fields.value)];
  if (name === '' || value === '') throw empty('name and value');
  const given = headers[name];
  if (typeof given !== 'string' || !isSame(given, value)) throw refused();
  return { secretHeader: name };
};

/** Loaded only where it is used. */
const openJwt = () => import('jose');

const checkToken: Check = async (fields, { authorization }) => {
  const algorithm = text(fields.algorithm) || 'HS256';
  const isSecret = fields.keyType !== 'pemKey';
  // Each algorithm has its kind of key: one kind is never taken for the other.
  if (algorithm === 'none' || algorithm.startsWith('HS') !== isSecret)
    throw new NodeError(`A token of the algorithm "${algorithm}" proves nothing with these credentials`);
  const keyText = text(isSecret ? fields.secret : fields.publicKey);
  if (keyText === '') throw empty(isSecret ? 'secret' : 'public key');
  const [, token] = /^bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) throw unauthorized('Bearer realm="Webhook"');
  const { importSPKI, jwtVerify } = await openJwt();
  const key = isSecret
    ? new TextEncoder().encode(keyText)
    : await importSPKI(keyText.replaceAll('\\n', '\n').trim(), algorithm).catch((cause: unknown) => {
        throw new NodeError('The public key that tokens are checked with cannot be read', { cause });
      });
  const verified = await jwtVerify(token, key, { algorithms: [algorithm] }).catch(() => undefined);
  if (!verified) throw refused();
  return { jwtPayload: verified.payload as JsonObject };
};

const checks: Record<Exclude<NonNullable<Hook['spec']['authentication']>, 'user'>, Check> = {
  httpBasicAuth: checkBasic,
  httpHeaderAuth: checkHeader,
  jwtAuth: checkToken,
};

export const createAuthorizeCall = (options: {
  resolver: Pick<CredentialResolver, 'resolve'>;
  types: CredentialTypes;
  pagePasses: Pick<PagePasses, 'admits' | 'gate'>;
  log: Log;
}): AuthorizeCall => {
  const fieldsOf = async (hook: GuardedHook, type: string): Promise<CredentialData> => {
    const owner = await hook.owner?.();
    const definition = await options.types(type);
    if (!owner || !definition) throw new Error('It is not known whose credentials callers are asked for');
    const { workflowId, ranBy, node } = owner;
    const use = { type, ...readReference(node.credentials, type), node: node.name, readsSecrets: true };
    const resolved = await options.resolver.resolve(use, { workflowId, ranBy, nodeType: node.type });
    return evaluateFields({ ...resolved, definition });
  };

  /** @throws SignInNeeded */
  const admitUser = async ({ headers, raw }: GuardedCall): Promise<undefined> => {
    const { url = '/' } = raw;
    const [path = '/'] = url.split('?', 1);
    if (!(await options.pagePasses.admits(path, headers.cookie))) throw new SignInNeeded(options.pagePasses.gate(url));
  };

  return async (hook, call) => {
    const { headers } = call;
    const { authentication, method, path } = hook.spec;
    if (authentication === undefined) return undefined;
    if (authentication === 'user') return admitUser(call);
    try {
      return await checks[authentication](await fieldsOf(hook, authentication), headers);
    } catch (error) {
      if (error instanceof AppError) throw error;
      options.log.warn({ err: error, method, path }, 'It cannot be known who calls a webhook; nothing was started');
      throw new AppError('webhookFailed', 'This webhook cannot find out who calls, so nothing was started.', {
        cause: error,
      });
    }
  };
};
