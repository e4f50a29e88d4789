import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { Millrace } from '../e2e/fixtures/millrace.ts';
import { TemplatesHost } from '../e2e/fixtures/templates-host.ts';

/**
 * The page of templates, in a browser of this machine. Prints JSON, in milliseconds:
 *
 * - `cold`: from the navigation of a browser that has nothing in its cache to the first results of the instance's own host;
 * - `warm`: the same with what the cache keeps; `there`: from a click in the open editor;
 * - `scroll`: over 500 templates of a generated host, from the top to the end with the wheel: the longest frames, and what the main thread was busy
 *   with. `again` is the way back up, when all are there.
 *
 *     node bench/templates.ts [rounds]       MILLRACE_CHROMIUM names the browser; the editor must have been built
 */

const rounds = Number(process.argv[2] ?? 5);
const count = 500;
const card = '[aria-labelledby="templates-found"] li a';

const median = (values: readonly number[]): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

/** Notes when the first card has been painted. */
const watchCards = `window.cardsAt = new Promise((settle) => {
  const look = () => {
    if (document.querySelector('${card}')) requestAnimationFrame(() => setTimeout(() => settle(performance.now())));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

const firstCards = async (page: Page, url: string): Promise<number> => {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate('window.cardsAt');
};

/** From the sidebar of the editor. */
const fromEditor = async (page: Page, url: string): Promise<number> => {
  await page.goto(url);
  await page.locator('.react-flow__node').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(`(async () => {
    const start = performance.now();
    document.querySelector('nav a[href$="/templates/"]').click();
    ${watchCards};
    return (await window.cardsAt) - start;
  })()`);
};

interface Scrolling {
  cards: number;
  frames: number;
  p50: number;
  p95: number;
  worst: number;
  /** Of the main thread, for each second. */
  busy: number;
}

const scroll = async (page: Page, distance: number, until: string): Promise<Scrolling> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpu = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  await page.evaluate(`window.frames = []; window.counting = true;
    (function count(before) { requestAnimationFrame((now) => { if (before) window.frames.push(now - before); if (window.counting) count(now); }); })(0)`);
  await page.mouse.move(900, 600);
  const [busyBefore, start] = [await cpu(), performance.now()];
  while (!(await page.evaluate(until))) await page.mouse.wheel(0, distance);
  const took = performance.now() - start;
  const frames = ((await page.evaluate('window.counting = false, window.frames')) as number[]).sort((a, b) => a - b);
  const at = (part: number) => Math.round(frames[Math.floor(frames.length * part)] ?? 0);
  return {
    cards: await page.locator(card).count(),
    frames: frames.length,
    p50: at(0.5),
    p95: at(0.95),
    worst: Math.round(frames.at(-1) ?? 0),
    busy: Math.round((((await cpu()) - busyBefore) * 1000 * 1000) / took),
  };
};

const browser = await chromium.launch({
  executablePath: process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});
const inContext = async <T>(use: (page: Page, context: BrowserContext) => Promise<T>): Promise<T> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  try {
    return await use(page, context);
  } finally {
    await context.close();
  }
};

const own = await Millrace.start();
const [cold, warm, there]: [number[], number[], number[]] = [[], [], []];
for (let round = 0; round < rounds; round++) {
  there.push(await inContext((page) => fromEditor(page, `${own.url}/workflow`)));
  await inContext(async (page) => {
    await page.addInitScript(watchCards);
    cold.push(await firstCards(page, `${own.url}/templates/`));
    warm.push(await firstCards(page, `${own.url}/templates/`));
  });
}
await own.stop();

const host = await TemplatesHost.start(count);
const many = await Millrace.start({ MILLRACE_TEMPLATES_HOST: host.url });
const scrolled = await inContext(async (page) => {
  await page.goto(`${many.url}/templates/`);
  await page.locator(card).first().waitFor();
  const down = await scroll(page, 400, `document.querySelectorAll('${card}').length >= ${count}`);
  return { down, again: await scroll(page, -400, `document.querySelector('[data-scrolls]').scrollTop === 0`) };
});
await many.stop();
await host.stop();
await browser.close();
console.log(
  JSON.stringify({ rounds, cold: median(cold), warm: median(warm), there: median(there), scroll: scrolled }, null, 2),
);
