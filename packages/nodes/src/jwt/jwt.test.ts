import { generateKeyPairSync } from 'node:crypto';
import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { jwtNode } from './jwt.node.ts';

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;
const passphrase = { keyType: 'passphrase', secret: 'a secret that both sides know well', algorithm: 'HS256' };
const pair = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const pem = { keyType: 'pemKey', ...pair, algorithm: 'ES256' };

const run = async (parameters: object, keys: object = passphrase, at = now) => {
  const { items } = await runNode(jwtNode, {
    parameters,
    credentials: { jwtAuth: { id: '1', name: 'Keys' } },
    host: { now: at, credentials: { jwtAuth: keys as typeof passphrase } },
    onError: 'continueRegularOutput',
  });
  expect(items[0]?.pairedItem).toEqual(0);
  return items[0]?.json ?? {};
};
const sign = async (parameters: object, keys: object = passphrase) =>
  String((await run({ operation: 'sign', ...parameters }, keys)).token);

test.each([
  ['a passphrase', passphrase],
  ['a pair of keys', pem],
])('what is signed with %s can be verified and decoded', async (_name, keys) => {
  const claims = { audience: 'a', expiresIn: 60, issuer: 'i', jwtid: '7', notBefore: 0, subject: 's' };
  const token = await sign({ claims, options: { kid: 'k1' } }, keys);
  const payload = { aud: 'a', exp: seconds + 60, iat: seconds, iss: 'i', jti: '7', nbf: seconds, sub: 's' };
  expect(await run({ operation: 'verify', token }, keys)).toEqual({ payload });
  expect(await run({ operation: 'decode', token, options: { complete: true } })).toEqual({
    header: { alg: keys.algorithm, typ: 'JWT', kid: 'k1' },
    payload,
    signature: expect.any(String),
  });
});

test('claims may be written as JSON, and the algorithm chosen', async () => {
  const token = await sign({ useJson: true, claimsJson: '{"role":"reader","iat":1}', options: { algorithm: 'HS512' } });
  expect(await run({ operation: 'decode', token })).toEqual({ payload: { role: 'reader', iat: 1 } });
  expect((await run({ operation: 'verify', token })).error).toContain('The token cannot be verified');
  expect(await run({ operation: 'verify', token, options: { algorithm: 'HS512' } })).toHaveProperty('payload');
});

test('the times of a token count, unless the options say otherwise', async () => {
  const token = await sign({ claims: { expiresIn: 60, notBefore: 30 } });
  const verify = async (after: number, options: object = {}) =>
    (await run({ operation: 'verify', token, options }, passphrase, now + after * 1000)).error ?? 'good';
  expect(await verify(40)).toBe('good');
  expect(await verify(10)).toContain('not valid yet');
  expect(await verify(10, { ignoreNotBefore: true })).toBe('good');
  expect(await verify(60)).toContain('expired');
  expect(await verify(60, { ignoreExpiration: true })).toBe('good');
  expect(await verify(61, { clockTolerance: 5 })).toBe('good');
});

test('forged tokens are refused', async () => {
  const verify = async (token: string, keys: object = passphrase, options: object = {}) =>
    (await run({ operation: 'verify', token, options }, keys)).error;
  const [header, , signature] = (await sign({ claims: { subject: 'ada' } })).split('.');
  const admin = Buffer.from('{"sub":"admin"}').toString('base64url');
  expect(await verify(`${header}.${admin}.${signature}`)).toContain('cannot be verified');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  expect(await verify(`${none}.${admin}.`)).toContain('cannot be verified');
  expect(await verify(`${none}.${admin}.`, { ...passphrase, algorithm: 'none' })).toContain('not signed with');
  // The public key, which all know, as the secret of an HS256 token.
  const forged = await sign({}, { ...passphrase, secret: pair.publicKey });
  expect(await verify(forged, pem)).toContain('cannot be verified');
  expect(await verify(forged, pem, { algorithm: 'HS256' })).toContain('does not go with the key');
});

test('what is missing is said', async () => {
  expect((await run({ operation: 'decode', token: 'no token' })).error).toContain('not a JSON Web Token');
  expect((await run({ operation: 'verify', token: '={{ "" }}' })).error).toContain('There is no token');
  expect((await run({}, { ...passphrase, secret: '' })).error).toContain('The credential has no secret');
  expect((await run({}, { ...pem, privateKey: 'x' })).error).toContain('cannot be read');
});
