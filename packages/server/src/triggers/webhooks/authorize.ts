import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '@millrace/contract';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';
import { evaluateFields } from '../../credentials/fields.ts';
import { readReference } from '../../credentials/references.ts';
import type { CredentialResolver, CredentialTypes } from '../../credentials/types.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Hook } from './hook.ts';

/**
 * Looks whether whoever calls knows the credential that the webhook asks for, before anything of the call is read.
 *
 * @throws AppError webhookUnauthorized where nothing was said, webhookRefused where it is wrong, webhookFailed where it cannot be known
 */
export type AuthorizeCall = (hook: GuardedHook, headers: IncomingHttpHeaders) => Promise<Authorized | undefined>;

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

const checks: Record<NonNullable<Hook['spec']['authentication']>, Check> = {
  httpBasicAuth: checkBasic,
  httpHeaderAuth: checkHeader,
  jwtAuth: checkToken,
};

export const createAuthorizeCall = (options: {
  resolver: Pick<CredentialResolver, 'resolve'>;
  types: CredentialTypes;
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

  return async (hook, headers) => {
    const { authentication, method, path } = hook.spec;
    if (authentication === undefined) return undefined;
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
