import { createHmac, type KeyObject } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError, toJsonValue } from '@millrace/engine/node-api';
import { type JwtKeys, keyFor } from './keys.ts';
import { jwtParameters } from './parameters.ts';

export const jwtNode = defineNode({
  name: 'core.jwt',
  displayName: 'JWT',
  aliases: ['n8n-nodes-base.jwt'],
  description: 'Signs, decodes and verifies JSON Web Tokens (JWT)',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'JWT', color: '#2f9457' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  readsSecrets: true,
  credentials: [{ name: 'jwtAuth', required: true, displayOptions: { show: { operation: ['sign', 'verify'] } } }],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['token', 'json web token', 'sign', 'verify', 'claims', 'bearer', 'authentication'],
  },
  parameters: jwtParameters,
  execute: async (context) => {
    const operation = context.parameter('operation');
    if (operation === 'decode') {
      const { decode } = await reader();
      return context.forEachItem((_item, index) => {
        const { complete = false } = context.parameter('options', index);
        return { json: told(decode(tokenOf(context, index)), complete) };
      });
    }
    const keys = (await context.credential('jwtAuth')) as JwtKeys;
    const work = operation === 'verify' ? await verifier(keys) : await signer(keys);
    return context.forEachItem(async (_item, index) => ({ json: await work(context, index) }));
  },
});

type Context = ExecuteContext<typeof jwtParameters>;

interface Parts {
  header: JsonObject;
  payload: Json;
  signature: string;
}

const told = ({ header, payload, signature }: Parts, complete: boolean): JsonObject =>
  complete ? { header, payload, signature } : { payload };

const tokenOf = (context: Context, index: number): string => {
  const token = context.parameter('token', index).trim();
  if (token !== '') return token;
  throw new NodeError('There is no token', {
    itemIndex: index,
    description: 'Say in the parameter "Token" where it is.',
  });
};

const reader = async () => {
  const { base64url, decodeProtectedHeader } = await import('jose');
  const text = new TextDecoder();
  return {
    decode(token: string): Parts {
      const [, payload = '', signature = ''] = token.split('.');
      try {
        const read = text.decode(base64url.decode(payload));
        return { header: toJsonValue(decodeProtectedHeader(token)) as JsonObject, payload: parsed(read), signature };
      } catch (error) {
        throw new NodeError('The token is not a JSON Web Token', {
          description: 'It consists of three parts with dots between them.',
          cause: error,
        });
      }
    },
  };
};

/** A payload may be any text, though it hardly ever is. */
const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};

const algorithmOf = (context: Context, keys: JwtKeys, index: number): string => {
  const algorithm = context.parameter('options', index).algorithm || keys.algorithm || 'HS256';
  if (/^(?:HS|RS|ES|PS)(?:256|384|512)$/.test(algorithm)) return algorithm;
  throw new NodeError(`Tokens are not signed with the algorithm "${algorithm}" here`, {
    itemIndex: index,
    description: 'Anyone could make a token that is not signed.',
  });
};

type Work = (context: Context, index: number) => Promise<JsonObject>;

/** A key is read once for all items. */
const keyReader = (use: 'sign' | 'verify', keys: JwtKeys) => {
  const read = new Map<string, KeyObject>();
  return (algorithm: string): KeyObject => {
    const key = read.get(algorithm) ?? keyFor(use, keys, algorithm);
    read.set(algorithm, key);
    return key;
  };
};

const encoded = (part: JsonObject): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** By a secret that both sides know. WebCrypto takes three times as long for a node run, most of it for the way to its thread. */
const signShared = (header: JsonObject & { alg: string }, claims: JsonObject, key: KeyObject): string => {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac(`sha${header.alg.slice(2)}`, key)
    .update(signed)
    .digest('base64url')}`;
};

const signer = async (keys: JwtKeys): Promise<Work> => {
  const { SignJWT } = await import('jose');
  const keyOf = keyReader('sign', keys);
  return async (context, index) => {
    const alg = algorithmOf(context, keys, index);
    const { kid } = context.parameter('options', index);
    const claims = context.parameter('useJson', index) ? claimsOfJson(context, index) : claimsOfFields(context, index);
    const iat = Math.floor(context.now() / 1000);
    try {
      const header = { alg, typ: 'JWT', ...(kid && { kid }) };
      if (alg.startsWith('HS')) return { token: signShared(header, { iat, ...claims }, keyOf(alg)) };
      const token = await new SignJWT({ iat, ...claims }).setProtectedHeader(header).sign(keyOf(alg));
      return { token };
    } catch (error) {
      if (error instanceof NodeError) throw error;
      throw new NodeError(`The token could not be signed with ${alg}`, { description: String(error), cause: error });
    }
  };
};

const claimsOfJson = (context: Context, index: number): JsonObject => {
  const claims = context.parameter('claimsJson', index) as unknown;
  if (isObject(claims)) return claims as JsonObject;
  throw new NodeError('The claims must be an object', { itemIndex: index });
};

/** Names that the parameters have for the registered claims. */
const claimsOfFields = (context: Context, index: number): JsonObject => {
  const { audience, expiresIn, issuer, jwtid, notBefore, subject } = context.parameter('claims', index);
  const now = Math.floor(context.now() / 1000);
  const claims: Record<string, Json | undefined> = {
    aud: audience,
    exp: expiresIn === undefined ? undefined : now + expiresIn,
    iss: issuer,
    jti: jwtid,
    nbf: notBefore === undefined ? undefined : now + notBefore,
    sub: subject,
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)) as JsonObject;
};

const verifier = async (keys: JwtKeys): Promise<Work> => {
  const { compactVerify } = await import('jose');
  const { decode } = await reader();
  const keyOf = keyReader('verify', keys);
  return async (context, index) => {
    const token = tokenOf(context, index);
    const alg = algorithmOf(context, keys, index);
    const {
      complete = false,
      ignoreExpiration,
      ignoreNotBefore,
      clockTolerance = 0,
    } = context.parameter('options', index);
    const parts = decode(token);
    try {
      await compactVerify(token, keyOf(alg), { algorithms: [alg] });
    } catch (error) {
      if (error instanceof NodeError) throw error;
      throw new NodeError('The token cannot be verified', {
        itemIndex: index,
        description: 'It was changed, or signed with another key or algorithm than that of the credential.',
        cause: error,
      });
    }
    const { exp, nbf } = (isObject(parts.payload) ? parts.payload : {}) as { exp?: Json; nbf?: Json };
    const now = Math.floor(context.now() / 1000);
    if (!ignoreExpiration && typeof exp === 'number' && now >= exp + clockTolerance)
      throw new NodeError('The token has expired', { itemIndex: index });
    if (!ignoreNotBefore && typeof nbf === 'number' && now < nbf - clockTolerance)
      throw new NodeError('The token is not valid yet', { itemIndex: index });
    return told(parts, complete);
  };
};
