import { expect, test } from 'vitest';
import { encodeForm, encodeFormData } from './multipart.ts';

const content = { id: '1/a', data: '', mimeType: 'x/y' };
const parts = [
  { name: 'text "a"\r\n', value: 'ü' },
  { name: 'file', content, fileName: 'a"b.bin', mimeType: undefined },
];

test('a form is read as it was written, with its files from where they lie', async () => {
  const { body, contentType } = encodeForm(parts);
  expect(body.parts).toContainEqual({ file: content });
  const pieces = body.parts.map((part) => (typeof part === 'string' ? part : Uint8Array.of(0, 255, 13, 10)));
  const form = await new Response(new Blob(pieces), { headers: { 'content-type': contentType } }).formData();
  const entries = [...form];
  expect(entries.map(([name]) => name)).toEqual(['text "a"\r\n', 'file']);
  expect(entries[0]?.[1]).toBe('ü');
  const file = entries[1]?.[1] as File;
  expect([file.name, file.type]).toEqual(['a"b.bin', 'application/octet-stream']);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(Uint8Array.of(0, 255, 13, 10));
});

test('the same form is the same bytes each time, so that the request which sends it is known again', async () => {
  expect(encodeForm(parts)).toEqual(encodeForm(parts));
  const form = () => {
    const data = new FormData();
    data.append('a', 'b');
    data.append('c', new Blob(['d'], { type: 'text/plain' }), 'e.txt');
    return data;
  };
  const [first, second] = [await encodeFormData(form()), await encodeFormData(form())];
  expect(first).toEqual(second);
  expect(encodeForm([{ name: 'a', value: 'c' }]).contentType).not.toBe(
    encodeForm([{ name: 'a', value: 'b' }]).contentType,
  );
});
