import { createVerify, generateKeyPairSync } from 'node:crypto';
import { createFakeHost, runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { cryptoNode, cryptoNodeV1 } from './crypto.node.ts';

const one = async (parameters: object, options: object = {}) => {
  const { items, error } = await runNode(cryptoNodeV1, {
    typeVersion: 1,
    parameters,
    items: [{ t: 'hello' }],
    ...options,
  });
  expect(error).toBeUndefined();
  return items[0];
};

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

test('hashes: MD5 in version 1 and SHA256 in version 2 where nothing is said', async () => {
  expect(await one({ value: '={{ $json.t }}' })).toEqual({
    json: { t: 'hello', data: '5d41402abc4b2a76b9719d911017c592' },
    pairedItem: 0,
  });
  const { json } = await runNode(cryptoNode, {
    parameters: { value: 'hello', dataPropertyName: 'o.hash', encoding: 'base64' },
    items: [{}, {}],
  });
  expect(json).toEqual(Array(2).fill({ o: { hash: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=' } }));
  expect((await runNode(cryptoNode, { parameters: { value: 'hello' }, items: [] })).json).toEqual([]);
});

test('a checksum with a secret of the node, or of its credential', async () => {
  const parameters = { action: 'hmac', type: 'SHA256', value: 'hello', secret: 'key' };
  const expected = '9307b3b915efb5171ff14d8cb55fbcc798c6c0ef1456d66ded1a6aa723a58b7b';
  expect((await one(parameters))?.json.data).toBe(expected);
  const run = await runNode(cryptoNode, {
    parameters: { action: 'hmac', value: 'hello' },
    items: [{}],
    credentials: { crypto: { id: '1', name: 'Keys' } },
    host: { credentials: { crypto: { hmacSecret: 'key' } } },
  });
  expect(run.json).toEqual([{ data: expected }]);
});

test('a signature can be checked with the public key, though the private one lost its lines', async () => {
  for (const key of [privateKey, privateKey.replaceAll('\n', ' '), privateKey.replaceAll('\n', '\\n')]) {
    const signed = await one({ action: 'sign', value: 'hello', algorithm: 'RSA-SHA256', privateKey: key });
    const isValid = createVerify('RSA-SHA256').update('hello').verify(publicKey, String(signed?.json.data), 'hex');
    expect(isValid).toBe(true);
  }
});

test.each([
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['hex', /^[0-9a-f]{33}$/],
  ['base64', /^[0-9A-Za-z]{33}$/],
  ['ascii', /^[!-~]{33}$/],
])('random texts: %s', async (encodingType, form) => {
  const texts = await Promise.all([1, 2].map(() => one({ action: 'generate', encodingType, stringLength: 33 })));
  for (const item of texts) expect(item?.json.data).toMatch(form);
  expect(texts[0]?.json.data).not.toBe(texts[1]?.json.data);
});

test('a file is read piece by piece', async () => {
  const host = createFakeHost();
  const data = await host.store('hello', { mimeType: 'text/plain' });
  const item = await one({ binaryData: true }, { items: [{ json: {}, binary: { data } }], host });
  expect(item?.json.data).toBe('5d41402abc4b2a76b9719d911017c592');
});

test('what cannot be done is an error of its item', async () => {
  const failing = async (parameters: object) => {
    const { json } = await runNode(cryptoNodeV1, {
      typeVersion: 1,
      parameters,
      items: [{}],
      onError: 'continueRegularOutput',
    });
    return json[0]?.error;
  };
  expect(await failing({ binaryData: true })).toContain('The item has no file "data"');
  expect(await failing({ type: 'NONE', value: 'x' })).toContain('"NONE" is not a hash function');
  expect(await failing({ action: 'sign', value: 'x', algorithm: 'RSA-SHA256', privateKey: 'no key' })).toContain(
    'The text could not be signed with RSA-SHA256',
  );
  expect(await failing({ action: 'generate', encodingType: 'hex', stringLength: 1e9 })).toContain(
    'cannot be 1000000000 characters long',
  );
});
