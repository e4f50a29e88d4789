import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const limit = 300 * 1024;

/** Sizes of the answers on the wire, by address. */
const sizesOf = (page: Page) => {
  const pending: Promise<[url: string, size: number]>[] = [];
  page.on('requestfinished', (request) =>
    pending.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize])),
  );
  return async () => new Map(await Promise.all(pending));
};

test('the first load of the editor stays small, and all of it comes from the instance', async ({
  editor,
  millrace,
  page,
}) => {
  // What is fetched when the page is idle comes after the first screen.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const read = sizesOf(page);
  await editor.open();
  await page.waitForLoadState('load');
  const sizes = await read();

  expect([...sizes.keys()].filter((url) => !url.startsWith(millrace.url))).toEqual([]);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...sizes].sort((a, b) => b[1] - a[1]).map(([url, size]) => `${size} ${new URL(url).pathname}`);
  console.log(`first load: ${Math.round(total / 1024)} KB in ${sizes.size} answers`);
  expect(total, largest.slice(0, 10).join('\n')).toBeLessThan(limit);
});

test('what comes later is there before it is asked for: opening a node fetches no further part', async ({
  editor,
  page,
}) => {
  const last = page.waitForResponse(/\/CodeEditor-[^/]*\.js$/);
  await editor.open();
  await (await last).finished();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await editor.addNode('edit fields', 'Edit Fields');
  expect(scripts).toEqual([]);
});
