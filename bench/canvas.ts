import { chromium, type Page } from '@playwright/test';
import { gridWorkflow, wireCount } from './canvas-workflow.ts';
import { skipSetup } from './server-process.ts';

/**
 * The canvas with 1,000 nodes and 1,500 wires in a real Chromium: time until they are shown, and the times of frames while the canvas is
 * panned, while one node is dragged, and while one types into the panel of a node. Prints JSON; times in milliseconds, `cpu` those of the page's
 * main thread.
 *
 *     node bench/canvas.ts [address [nodes]]       of a running instance; MILLRACE_CHROMIUM names the browser
 */

const address = process.argv[2] ?? 'http://localhost:5680';
const executablePath = process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium';
const columns = 40;
const grid = { columns, rows: Math.ceil(Number(process.argv[3] ?? 1000) / columns) };
const nodeCount = grid.columns * grid.rows;
const steps = 60;

const startCounting = `(() => {
  const times = (window.frameTimes = []);
  let last = performance.now();
  const count = (now) => {
    times.push(now - last);
    last = now;
    window.frameRequest = requestAnimationFrame(count);
  };
  window.frameRequest = requestAnimationFrame(count);
})()`;

const stopCounting = '(cancelAnimationFrame(window.frameRequest), window.frameTimes.slice(1))';

const open = (text: string) => `(async () => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', ${JSON.stringify(text)});
  const start = performance.now();
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (document.querySelectorAll('[data-wire]').length < 10) await frame();
  return performance.now() - start;
})()`;

const measure = async (page: Page, act: () => Promise<void>) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpu = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  const before = await cpu();
  await page.evaluate(startCounting);
  await act();
  const times = ((await page.evaluate(stopCounting)) as number[]).sort((a, b) => a - b);
  const at = (part: number) => Math.round((times[Math.floor((times.length - 1) * part)] ?? 0) * 10) / 10;
  return {
    frames: times.length,
    median: at(0.5),
    p95: at(0.95),
    max: at(1),
    cpu: Math.round(((await cpu()) - before) * 1000),
  };
};

await skipSetup(address);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${address}/workflow`);
  await page.waitForSelector('.react-flow__node');
  await page.mouse.move(720, 450);
  const opened = Math.round((await page.evaluate(open(gridWorkflow(grid)))) as number);
  await page.keyboard.press('Escape');
  const pan = () =>
    measure(page, async () => {
      for (let step = 0; step < steps; step++) await page.mouse.wheel(step % 20 < 10 ? 30 : -30, 10);
    });
  const panNear = await pan();
  const node = await page.locator('.react-flow__node-card').first().boundingBox();
  if (!node) throw new Error('no node is shown');
  const [x, y] = [node.x + node.width / 2, node.y + node.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const drag = await measure(page, async () => {
    for (let step = 0; step < steps; step++) await page.mouse.move(x + 3 * step, y + 2 * step);
  });
  await page.mouse.up();
  await page.keyboard.press('1');
  await page
    .locator('.react-flow__node')
    .nth(nodeCount * 0.9)
    .waitFor({ state: 'attached' });
  const panFar = await pan();
  // What was panned out of view is not on the page.
  await page.keyboard.press('1');
  await page.getByRole('group', { name: /^Node 1 1,/ }).dispatchEvent('dblclick');
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'URL', exact: true });
  await field.click();
  const typing = await measure(page, async () => {
    for (let step = 0; step < steps; step++) await page.keyboard.press('a');
  });
  process.stdout.write(
    `${JSON.stringify({ nodes: nodeCount, wires: wireCount(grid), opened, panNear, drag, panFar, typing }, null, 2)}\n`,
  );
} finally {
  await browser.close();
}
