import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { gridWorkflow } from './canvas-workflow.ts';
import { skipSetup } from './server-process.ts';

/**
 * Opening a stored workflow of 300 nodes, all of which are in view, in a browser that has just been started and has nothing in its cache.
 * Prints JSON; milliseconds from the navigation, medians and the range of all rounds:
 *
 * - `visible`: all nodes have been painted;
 * - `complete`: with their icons;
 * - `settled`: nothing on the page has changed since;
 * - `cpu`: processor time of the page's main thread up to then, which depends less on what else the machine does.
 *
 *     node bench/opening.ts [addresses [nodes [rounds]]]       of running instances, with commas between; MILLRACE_CHROMIUM names the browser
 *
 * Several instances are asked in turn, so that builds can be compared on a machine whose speed changes.
 */

const addresses = (process.argv[2] ?? 'http://localhost:5680').split(',');
const columns = 20;
const grid = { columns, rows: Math.ceil(Number(process.argv[3] ?? 300) / columns) };
const nodeCount = grid.columns * grid.rows;
const rounds = Number(process.argv[4] ?? 7);
const executablePath = process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium';
/** How long nothing must have changed. */
const quiet = 1000;
/** How long a browser is busy with its own start. */
const browserStart = 1500;

interface Opening {
  visible: number;
  complete: number;
  settled: number;
  cpu: number;
}

const watch = `window.opening = new Promise((settle) => {
  const times = {};
  let last = 0;
  new MutationObserver(() => (last = performance.now())).observe(document, { subtree: true, childList: true, attributes: true });
  const painted = (name) => requestAnimationFrame(() => setTimeout(() => (times[name] ??= performance.now())));
  const look = () => {
    const nodes = document.querySelectorAll('.react-flow__node');
    if (nodes.length >= ${nodeCount}) {
      if (!times.visible) painted('visible');
      const icons = [...document.querySelectorAll('.react-flow__node img')];
      if (icons.length >= ${nodeCount} && icons.every((icon) => icon.complete)) painted('complete');
    }
    if (times.complete && performance.now() - last > ${quiet}) settle({ ...times, settled: last });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

const store = async (address: string): Promise<string> => {
  const answer = await fetch(`${address}/rest/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: gridWorkflow(grid),
  });
  if (!answer.ok) throw new Error(`${address} did not store the workflow: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { id: string } };
  return `${address}/workflow/${data.id}`;
};

const open = async (url: string): Promise<Opening> => {
  const browser: Browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    await setTimeout(browserStart);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'commit' });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const times = (await page.evaluate('window.opening')) as Omit<Opening, 'cpu'>;
    const { metrics } = await session.send('Performance.getMetrics');
    return { ...times, cpu: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000 };
  } finally {
    await browser.close();
  }
};

const summary = (values: number[]) => {
  const sorted = values.map(Math.round).sort((a, b) => a - b);
  return { median: sorted[Math.floor((sorted.length - 1) / 2)], range: [sorted[0], sorted.at(-1)] };
};

await Promise.all(addresses.map(skipSetup));
const urls = await Promise.all(addresses.map(store));
const openings = urls.map((): Opening[] => []);
for (let round = 0; round < rounds; round++) {
  for (const [i, url] of urls.entries()) openings[i]?.push(await open(url));
}
const results = openings.map((ofInstance, i) => ({
  address: addresses[i],
  visible: summary(ofInstance.map(({ visible }) => visible)),
  complete: summary(ofInstance.map(({ complete }) => complete)),
  settled: summary(ofInstance.map(({ settled }) => settled)),
  cpu: summary(ofInstance.map(({ cpu }) => cpu)),
}));
process.stdout.write(`${JSON.stringify({ nodes: nodeCount, rounds, results }, null, 2)}\n`);
