import { expect, test } from 'vitest';
import { unknownOverwrites } from './overwritten.ts';

test('types and fields that there are none of are told apart from those that there are', async () => {
  const types = { api: { name: 'api', extends: [], properties: [{ name: 'clientId' }] } };
  const find = async (name: string) => (name === 'api' ? (types.api as never) : undefined);
  const values = { api: { clientId: 'a', clientSecert: 'b' }, apii: { clientId: 'a' } };
  expect(await unknownOverwrites(values, find)).toEqual(['api.clientSecert', 'apii']);
});
