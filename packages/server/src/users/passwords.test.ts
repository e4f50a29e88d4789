import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();

test('a password is stored as argon2id with a salt of its own', async () => {
  const [one, two] = await Promise.all([passwords.hash('Millrace1'), passwords.hash('Millrace1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(two).not.toBe(one);
  expect(await passwords.verify('Millrace1', one)).toBe(true);
  expect(await passwords.verify('Millrace2', one)).toBe(false);
});

test('a hash of another cost is compared at that cost', async () => {
  // By the reference implementation: argon2 "somesalt" -id -t 2 -m 16 -p 1 -l 32, of "password".
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await passwords.verify('password', known)).toBe(true);
  expect(await passwords.verify('passwore', known)).toBe(false);
});

test.each([null, undefined])('for nobody, as much is computed as for somebody (%s)', async (hash) => {
  const computed: unknown[] = [];
  const counted = createPasswords(async ({ memory, passes, parallelism, tagLength }) => {
    computed.push({ memory, passes, parallelism, tagLength });
    return randomBytes(tagLength);
  });
  expect(await counted.verify('Millrace1', hash)).toBe(false);
  await counted.verify('Millrace1', await passwords.hash('x'));
  expect(computed[0]).toEqual(computed[1]);
});

test('a flood computes two at a time, and beyond a hundred is refused at once', async () => {
  const release: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const slow = createPasswords(async ({ tagLength }) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => release.push(resolve));
    running -= 1;
    return randomBytes(tagLength);
  }, 2);
  const answers = Array.from({ length: 150 }, () => slow.verify('x', undefined).catch(({ error }) => error as string));
  const refused = await Promise.all(answers.slice(102));
  expect(refused).toEqual(Array(48).fill('tooManyAttempts'));
  for (let next = 0; next < 102; next += 1) {
    while (!release[next]) await new Promise(setImmediate);
    release[next]!();
  }
  expect(await Promise.all(answers.slice(0, 102))).toEqual(Array(102).fill(false));
  expect(most).toBe(2);
  const after = slow.verify('x', undefined);
  release.at(-1)!();
  while (release.length < 103) await new Promise(setImmediate);
  release[102]!();
  expect(await after).toBe(false);
});
