import { expect, test } from 'vitest';
import { createTestApp } from '../../app.testing.ts';

test('the page of the API is made of own files alone', async () => {
  const { app } = await createTestApp();
  const page = await app.inject('/rest/docs');
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(page.body).not.toMatch(/https?:\/\//);
  expect(page.body).not.toMatch(/<script(?! src=)/);
  const files = [...page.body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, file]) => file!);
  expect(files).toHaveLength(4);
  for (const file of files) {
    const response = await app.inject(`/rest/${file}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(file.endsWith('.js') ? /^text\/javascript/ : /^text\/css/);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  }
});

test.each(['/rest/docs/page.html', '/rest/docs/', '/rest/docs/../openapi.json2', '/rest/docs/index.js'])(
  '%s is not one of them',
  async (url) => {
    const { app } = await createTestApp();
    expect((await app.inject(url)).statusCode).toBe(404);
  },
);
