import { expect, test } from '../fixtures/test.ts';

const limit = 450 * 1024;

test('the first load of the editor stays small, and all of it comes from the instance', async ({
  editor,
  millrace,
  page,
}) => {
  const sizes = new Map<string, number>();
  const pending: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const read = async () => {
      const { responseBodySize } = await request.sizes();
      sizes.set(request.url(), responseBodySize);
    };
    pending.push(read());
  });
  await editor.open();
  await page.waitForLoadState('load');
  await Promise.all(pending);

  expect([...sizes.keys()].filter((url) => !url.startsWith(millrace.url))).toEqual([]);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...sizes].sort((a, b) => b[1] - a[1]).map(([url, size]) => `${size} ${new URL(url).pathname}`);
  console.log(`first load: ${Math.round(total / 1024)} KB in ${sizes.size} answers`);
  expect(total, largest.slice(0, 10).join('\n')).toBeLessThan(limit);
});
