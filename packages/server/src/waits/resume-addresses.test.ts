import { expect, test } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { createResumeAddresses, loadResumeKey } from './resume-addresses.ts';

const base = () => 'https://hooks.example/';
const addresses = createResumeAddresses({ key: Buffer.alloc(32, 1), base });
const tokenOf = (url: string) => url.split('/').at(-1) as string;

test('an address names the execution, and its token the wait', () => {
  const url = addresses.resumeUrl(12, 3);
  expect(url).toMatch(/^https:\/\/hooks\.example\/webhook-waiting\/12\/3-[\w-]{32}$/);
  expect(addresses.resumeFormUrl(12, 3)).toBe(url.replace('webhook-waiting', 'form-waiting'));
  expect(addresses.verify(12, tokenOf(url))).toBe(3);
});

test('a token holds for no other execution, no other wait and under no other key', () => {
  const token = tokenOf(addresses.resumeUrl(12, 3));
  const other = createResumeAddresses({ key: Buffer.alloc(32, 2), base });
  expect(addresses.verify(13, token)).toBeUndefined();
  expect(addresses.verify(12, token.replace(/^3/, '4'))).toBeUndefined();
  expect(other.verify(12, token)).toBeUndefined();
});

test.each(['', '3', '3-', '03-x', '-', '../..', `3-${'a'.repeat(32)}`, `3-${'ä'.repeat(32)}`, `${'9'.repeat(400)}-a`])(
  'a made-up token is refused: %s',
  (token) => {
    expect(addresses.verify(12, token)).toBeUndefined();
    expect(addresses.verify(12, `${tokenOf(addresses.resumeUrl(12, 3))}${token || ' '}`)).toBeUndefined();
  },
);

forEachDatabase('the key of an instance', (open) => {
  test('is made once, whoever asks', async () => {
    const { db } = await open();
    const keys = await Promise.all([loadResumeKey(db), loadResumeKey(db)]);
    expect(keys[0]).toHaveLength(32);
    expect(keys[1]).toEqual(keys[0]);
    expect(await loadResumeKey(db)).toEqual(keys[0]);
    const { db: another } = await open();
    expect(await loadResumeKey(another)).not.toEqual(keys[0]);
  });
});
