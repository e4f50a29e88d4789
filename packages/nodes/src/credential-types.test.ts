import type { CredentialDefinition } from '@millrace/engine/node-api';
import { expect, test } from 'vitest';
import { bundledLibrary, inheritCredentialType, loadCredentialType } from './index.ts';

const text = (name: string, value = '') => ({ name, displayName: name, type: 'string', default: value }) as const;
const find = (definitions: Record<string, Omit<CredentialDefinition, 'name' | 'displayName'>>) => (name: string) =>
  inheritCredentialType(name, async (wanted) => {
    const found = definitions[wanted];
    return found && { name: wanted, displayName: wanted, ...found };
  });

test('a type takes over fields, authentication, hosts and test, and its own field of a name replaces theirs', async () => {
  const definitions = {
    far: { properties: [text('a', 'far'), text('z')], test: { request: { url: 'https://far' } } },
    near: {
      extends: ['far'],
      properties: [text('a', 'near'), text('b', 'near')],
      authenticate: { type: 'oAuth2' },
      allowedHosts: ['near.example'],
    },
    own: { extends: ['near'], properties: [text('b', 'own')], allowedHosts: ['own.example'] },
  } as const;
  const own = await find(definitions)('own');
  expect(own?.properties.map(({ name, default: value }) => [name, value])).toEqual([
    ['b', 'own'],
    ['a', 'near'],
    ['z', ''],
  ]);
  expect(own).toMatchObject({
    name: 'own',
    extends: ['near', 'far'],
    authenticate: { type: 'oAuth2' },
    allowedHosts: ['own.example'],
    test: { request: { url: 'https://far' } },
  });
});

test('types that extend each other, or one that is not there, are mistakes of whoever wrote them', async () => {
  const load = find({
    a: { extends: ['b'], properties: [] },
    b: { extends: ['a'], properties: [] },
    c: { extends: ['gone'], properties: [] },
  });
  await expect(load('a')).rejects.toThrow('extends itself');
  await expect(load('c')).rejects.toThrow('gone, which is not there');
  expect(await load('nobody')).toBeUndefined();
});

test('every type loads under its name, and a field that is called a secret is a password', async () => {
  for (const { name } of bundledLibrary.catalogue.credentialTypes()) {
    const type = await loadCredentialType(name);
    expect(type?.name).toBe(name);
    for (const property of type?.properties ?? []) {
      const isSecret = /password|secret|token$|apiKey|privateKey|^value$/i.test(property.name);
      if (isSecret && property.type === 'string')
        expect(property.typeOptions?.password, `${name}.${property.name}`).toBe(true);
    }
  }
});
