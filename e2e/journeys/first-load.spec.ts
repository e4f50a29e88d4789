import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

/** Bytes on the wire: of scripts, and of all there is, the font and the list of node types with it. */
const limits = { scripts: 256 * 1024, all: 332 * 1024 };

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
  const sum = (ending: string) =>
    [...sizes].filter(([url]) => url.endsWith(ending)).reduce((all, [, size]) => all + size, 0);
  const [scripts, total] = [sum('.js'), sum('')];
  const largest = [...sizes].sort((a, b) => b[1] - a[1]).map(([url, size]) => `${size} ${new URL(url).pathname}`);
  console.log(`first load: ${Math.round(total / 1024)} KB, scripts ${Math.round(scripts / 1024)} KB`);
  expect(scripts, largest.slice(0, 10).join('\n')).toBeLessThan(limits.scripts);
  expect(total, largest.slice(0, 10).join('\n')).toBeLessThan(limits.all);
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

test('the data of a workflow is on its way before the editor runs, and is asked for once', async ({
  editor,
  millrace,
  page,
}) => {
  const created = await page.request.post(`${millrace.url}/rest/workflows`, {
    data: {
      name: 'Asked for once',
      nodes: [{ name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} }],
      connections: {},
    },
  });
  const { id } = (await created.json()).data;
  const asked: string[] = [];
  let hasEditor = false;
  page.on('response', (response) => {
    hasEditor ||= response.request().resourceType() === 'script';
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/rest/'))
      asked.push(`${pathname}${hasEditor ? ' late' : ''}`);
  });
  await editor.open(`/workflow/${id}`);
  await expect(editor.node('Start')).toBeVisible();
  const data = asked.filter((path) => /settings|workflows|node-types/.test(path));
  expect(data.sort()).toEqual(['/rest/node-types', '/rest/settings', `/rest/workflows/${id}`]);
});
