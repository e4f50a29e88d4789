import { expect, test } from 'vitest';
import { createMask } from './mask.ts';

const secret = 'k€y "quoted"/+ 1';
const mask = createMask([secret, 'abc', ` ${secret}\n`, 'k€y']);

test.each([
  ['as it is', secret],
  ['in an address', encodeURIComponent(secret)],
  ['in a form', new URLSearchParams({ a: secret }).toString().slice(2)],
  ['in JSON', JSON.stringify(secret).slice(1, -1)],
  ['as Base64', Buffer.from(secret).toString('base64')],
  ['as Base64 for addresses', Buffer.from(secret).toString('base64url')],
])('a secret is not seen %s', (_, form) => {
  expect(mask.text(`a ${form} b ${form}`)).toBe('a *** b ***');
  expect(Buffer.from(mask.bytes(Buffer.from(`ä ${form} ö`), 4)).toString()).toBe('ä *** ö');
});

test('very short ones are left, and bytes without any are the same bytes', () => {
  expect(mask.text('abc')).toBe('abc');
  const bytes = Buffer.from([0, 255, 128, 1]);
  expect(mask.bytes(bytes, 4)).toBe(bytes);
  expect(Buffer.from(createMask(['short']).bytes(Buffer.from('a short one'), 16)).toString()).toBe('a short one');
});
