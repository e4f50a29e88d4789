import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { skipSetup, startServer } from './server-process.ts';

/**
 * Writing expressions over an input of so many megabytes, in a real Chromium: how long the page's main thread is held up at most, and in all, while the node
 * is opened, while one types into a field, and while one types into the large editor, where the whole result is shown. Prints JSON; times in milliseconds.
 *
 *     node bench/large-input.ts [megabytes = 1]       after `vite build`; MILLRACE_CHROMIUM names the browser
 */

const megabytes = Number(process.argv[2] ?? 1);
const executablePath = process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium';

const person = (id: number) => ({
  id,
  name: `Person ${id}`,
  note: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit',
  address: { street: `Street ${id}`, city: 'Berlin', tags: ['a', 'b', 'c'] },
  amounts: [id, id * 2, id * 3],
});
const people = Array.from({ length: Math.round((megabytes * 1e6) / JSON.stringify(person(5000)).length) }, (_, id) =>
  person(id),
);

const workflow = {
  name: 'Large input',
  nodes: [
    { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    {
      name: 'Edit',
      type: 'core.set',
      typeVersion: 3.4,
      position: [220, 0],
      parameters: {
        assignments: { assignments: [{ id: '1', name: 'all', type: 'string', value: '={{ $input.all() }}' }] },
      },
    },
  ],
  connections: { Start: { main: [[{ node: 'Edit', type: 'main', index: 0 }]] } },
  pinData: { Start: people.map((json) => ({ json })) },
};

const observe = `(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
})()`;

const measure = async (page: Page, act: () => Promise<void>) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpu = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  await page.evaluate('window.longTasks.length = 0');
  const before = await cpu();
  await act();
  const longest = (await page.evaluate('Math.max(0, ...window.longTasks)')) as number;
  return { longest: Math.round(longest), cpu: Math.round(((await cpu()) - before) * 1000) };
};

const folder = await mkdtemp(path.join(tmpdir(), 'millrace-large-input-'));
const server = await startServer(folder);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
try {
  await skipSetup(server.address);
  const response = await fetch(`${server.address}/rest/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(workflow),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.address}/workflow/${data.id}`);
  await page.waitForSelector('.react-flow__node');
  await page.evaluate(observe);
  await page.waitForLoadState('networkidle');
  const dialog = page.getByRole('dialog');
  const shown = () => dialog.getByText('Person 0').first().waitFor();
  const opening = await measure(page, async () => {
    await page.getByRole('group', { name: /^Edit,/ }).dispatchEvent('dblclick');
    await shown();
  });
  const type = async () => {
    for (const key of ' .length + 1') await page.keyboard.press(key === ' ' ? 'Space' : key);
    for (let count = 0; count < 12; count++) await page.keyboard.press('Backspace');
    await shown();
  };
  await dialog.locator('.cm-content').first().click();
  const field = await measure(page, type);
  await dialog.getByRole('button', { name: 'Open large editor' }).first().click();
  const large = page.getByRole('dialog').last();
  await large.locator('.cm-content').first().click();
  const editor = await measure(page, type);
  process.stdout.write(`${JSON.stringify({ megabytes, items: people.length, opening, field, editor }, null, 2)}\n`);
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
