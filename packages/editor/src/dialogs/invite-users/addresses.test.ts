import { expect, test } from 'vitest';
import { readAddresses } from './addresses.ts';

test('addresses stand between commas, with or without a name', () => {
  expect(readAddresses('a@x.io, Ann <b@x.io>,, "Lovelace, Ada" <c@x.io>\nd@x.io,').addresses).toEqual([
    'a@x.io',
    'b@x.io',
    'c@x.io',
    'd@x.io',
  ]);
});

test('twice the same address is one', () => {
  expect(readAddresses('a@x.io, Ann <A@X.io>').addresses).toEqual(['A@X.io']);
});

test.each([
  ['a@x.io, bad', 'bad'],
  ['a@', 'a@'],
  ['Ann <ann>', 'Ann <ann>'],
  ['a@x.io; b@x.io', 'a@x.io; b@x.io'],
  ['<a@x.io> Ann', '<a@x.io> Ann'],
])('%s names what is no address', (text, invalid) => {
  expect(readAddresses(text).invalid).toBe(invalid);
});

test('nothing is nobody', () => {
  expect(readAddresses(' , ')).toEqual({ addresses: [], invalid: undefined });
});
