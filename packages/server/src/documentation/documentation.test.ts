import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DocumentationPage } from '@millrace/contract';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { createDocumentation } from './service.ts';

const testFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-docs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['guides', 'decisions', 'images']) await mkdir(path.join(folder, name));
  const files = {
    'README.md': '# Start',
    'architecture.md': '# Inside',
    'guides/b.md': '# B',
    'guides/a.md': '# A',
    'guides/notes.txt': 'no page',
    'decisions/1.md': '# Decision',
    'images/a.png': 'picture',
    'images/page.html': '<script>',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
};

test('the pages that people read are given, in their order, and nothing else of the folder', async () => {
  const pages = (await createDocumentation(await testFolder()).pages()).parse() as DocumentationPage[];
  expect(pages).toEqual([
    { path: 'README.md', text: '# Start' },
    { path: 'guides/a.md', text: '# A' },
    { path: 'guides/b.md', text: '# B' },
  ]);
});

test('pictures are found by their names alone', async () => {
  const documentation = createDocumentation(await testFolder());
  expect(await documentation.image('a.png')).toMatchObject({ mimeType: 'image/png' });
  for (const name of ['page.html', '../README.md', '../images/a.png', 'b.png', '.png', ''])
    expect(await documentation.image(name)).toBeUndefined();
});

test('without the folder there are no pages', async () => {
  expect((await createDocumentation(path.join(tmpdir(), 'millrace-nowhere')).pages()).parse()).toEqual([]);
});

test('the documentation of this version is read once by a client, and a picture is a picture', async () => {
  const { app } = await createTestApp();
  const first = await app.inject({ url: '/rest/documentation' });
  const pages = first.json().data as DocumentationPage[];
  expect(pages.find(({ path: page }) => page === 'guides/webhooks.md')?.text).toMatch(/^# /);
  const again = await app.inject({
    url: '/rest/documentation',
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  const image = await app.inject({ url: '/rest/documentation-images/editor.png' });
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png']);
  expect(image.headers['content-security-policy']).toContain('sandbox');
  expect((await app.inject({ url: '/rest/documentation-images/..%2FREADME.md' })).statusCode).toBe(404);
});
