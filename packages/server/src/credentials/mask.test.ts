import { text } from 'node:stream/consumers';
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

const short = createMask(['pass-word+1', 'admin']);
const masked = (text: string): string => Buffer.from(short.bytes(Buffer.from(text), 16)).toString();
const streamed = (whole: string): Promise<string> => {
  const cut = async function* () {
    for (const character of Buffer.from(whole)) yield Uint8Array.of(character);
  };
  return text(short.stream(cut(), 16));
};

test.each([
  ['{"key": "pass-word+1", "b":["pass-word+1"],"c":"pass-word+1" }', '{"key": "***", "b":["***"],"c":"***" }'],
  ['<key>pass-word+1</key>', '<key>***</key>'],
  ['a=pass-word%2B1&b=pass-word%2B1', 'a=***&b=***'],
  ['pass-word+1\n', '***\n'],
  ['"pass-word+1"', '"***"'],
  [JSON.stringify({ key: Buffer.from('pass-word+1').toString('base64') }), '{"key":"***"}'],
])('a short secret is not seen where it is all of a value: %s', async (text, expected) => {
  expect(masked(text)).toBe(expected);
  expect(await streamed(text)).toBe(expected);
});

test.each([
  '{"pass-word+1": 1, "pass-word+1" :2}',
  '{"a":"my pass-word+1","b":"pass-word+12"}',
  'a pass-word+1 b',
  '{"role":"admin"}',
])('and is left where it is not, as one that is shorter than a password is: %s', async (text) => {
  expect(masked(text)).toBe(text);
  expect(await streamed(text)).toBe(text);
});

test('very short ones are left, and bytes without any are the same bytes', () => {
  expect(mask.text('abc')).toBe('abc');
  const bytes = Buffer.from([0, 255, 128, 1]);
  expect(mask.bytes(bytes, 4)).toBe(bytes);
  expect(Buffer.from(createMask(['short']).bytes(Buffer.from('a short one'), 16)).toString()).toBe('a short one');
});

test('a secret within a longer text in base64 is masked, wherever it begins', () => {
  const mask = createMask(['canary-5e1f']);
  for (const before of ['', 'a', 'ab', 'abc', '\0ada\0'])
    for (const after of ['', 'x', 'xy']) {
      const text = mask.text(`AUTH ${btoa(`${before}canary-5e1f${after}`)} failed`);
      expect(Buffer.from(text.split(' ')[1]!, 'base64').toString()).not.toContain('canary');
      expect(text).toMatch(/^AUTH .*\*\*\*.* failed$/);
    }
});
