import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { Millrace } from '../fixtures/millrace.ts';
import { expect, test } from '../fixtures/test.ts';
import { Editor } from '../pages/editor.ts';

const version = '0.1.0';
const running = { name: version, createdAt: '2026-11-01T00:00:00Z', description: 'What runs **here**.' };

const newer = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `1.${index}.0`,
    createdAt: new Date(Date.UTC(2026, 11, 1) + index * 86_400_000).toISOString(),
    description: `## What is new\n\n${`- Something that **${index}** brings, with a [link](https://example.com/${index}) and \`code\`\n`.repeat(12)}`,
    documentationUrl: `https://example.com/versions/${index}`,
    hasBreakingChange: index % 5 === 0,
    hasSecurityFix: index % 7 === 0,
    nodes: [{ name: 'x.new', displayName: `Node ${index}` }],
  }));

/** A feed elsewhere, as an operator would name one: it allows the header that the editor sends. */
const startFeed = async () => {
  const feed: { releases: unknown; asked: IncomingMessage['headers'][] } = { releases: [running], asked: [] };
  const server: Server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'x-instance-version');
    if (request.method === 'OPTIONS') return response.end();
    feed.asked.push(request.headers);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(feed.releases));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { feed, url: `http://127.0.0.1:${port}/versions`, server };
};

const updatesButton = (page: Page) => page.getByRole('navigation').getByRole('button', { name: /available$/ });

/** Milliseconds of the longest task of the page while something is done. */
const longestTask = async (page: Page, act: () => Promise<unknown>): Promise<number> => {
  await page.evaluate(() => {
    const store = window as unknown as { tasks: number[] };
    store.tasks = [];
    new PerformanceObserver((list) => store.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    });
  });
  await act();
  return page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
};

test('an instance left alone tells of no update, and of 120 that a feed knows', async ({ page }) => {
  test.setTimeout(120_000);
  const { feed, url, server } = await startFeed();
  const millrace = await Millrace.start();
  try {
    const editor = new Editor(page, millrace.url);
    await test.step('its own feed holds the running version alone', async () => {
      const asked = page.waitForResponse(/\/rest\/version-feed$/);
      await editor.open();
      expect((await (await asked).json()).map(({ name }: { name: string }) => name)).toEqual([version]);
      await expect(updatesButton(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('menuitem', { name: 'About' }).click();
      await page.getByRole('button', { name: 'What is new' }).click();
      const drawer = page.getByRole('dialog', { name: 'Updates' });
      await expect(drawer.getByText('This is the latest version that is known here.')).toBeVisible();
    });

    await test.step('a feed elsewhere is told the version, and counted', async () => {
      feed.releases = [{ ...running, hasSecurityIssue: true, securityIssueFixVersion: '1.7.0' }, ...newer(120)];
      await millrace.restart({
        MILLRACE_VERSION_FEED_URL: url,
        MILLRACE_VERSION_INFO_URL: 'https://example.com/update',
      });
      await editor.open();
      await expect(page.getByText('Please update to version 1.7.0 or higher.')).toBeVisible();
      await expect(updatesButton(page)).toHaveAccessibleName('99+ updates available');
      expect(feed.asked.at(-1)?.['x-instance-version']).toBe(version);
      expect(feed.asked.at(-1)?.cookie).toBeUndefined();
    });

    const drawer = page.getByRole('dialog', { name: 'Updates' });
    await test.step('the drawer lies at the left, is 520 px wide, and shows each version', async () => {
      const longest = await longestTask(page, async () => {
        await updatesButton(page).click();
        await expect(drawer.getByRole('article')).toHaveCount(121);
      });
      console.log(`updates drawer: longest task ${Math.round(longest)} ms with 120 versions`);
      await expect(async () => {
        expect(await drawer.boundingBox()).toMatchObject({ x: 0, y: 0, width: 520 });
      }).toPass();
      await expect(drawer.getByRole('article').nth(1)).toHaveAccessibleName('Version 1.119.0');
      await expect(drawer.getByRole('link', { name: 'How to update' })).toHaveAttribute(
        'href',
        'https://example.com/update',
      );
      await expectAccessible(page, 'updates');
    });

    await test.step('scrolled to its end it stays smooth, and Escape closes it', async () => {
      const longest = await longestTask(page, async () => {
        for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 900);
        await page.keyboard.press('End');
      });
      console.log(`updates drawer: longest task ${Math.round(longest)} ms while it is scrolled`);
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      await expect(updatesButton(page)).toBeFocused();
    });

    await test.step('without a known fix the toast asks for the latest version', async () => {
      feed.releases = [{ ...running, hasSecurityIssue: true }, ...newer(1)];
      await editor.open();
      await expect(page.getByText('Please update to latest version.')).toBeVisible();
      await expect(updatesButton(page)).toHaveAccessibleName('1 update available');
    });

    await test.step('a feed that fails says nothing', async () => {
      server.closeAllConnections();
      server.close();
      await editor.open();
      await page.waitForLoadState('networkidle');
      await expect(updatesButton(page)).toHaveCount(0);
      await expect(page.locator('.toast')).toHaveCount(0);
    });

    await test.step('a file stands in where there is no network', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'millrace-feed-'));
      await writeFile(join(folder, 'versions.json'), JSON.stringify(newer(3)));
      await millrace.restart({
        MILLRACE_VERSION_FEED_URL: '',
        MILLRACE_VERSION_FEED_FILE: join(folder, 'versions.json'),
      });
      await editor.open();
      await expect(updatesButton(page)).toHaveAccessibleName('3 updates available');
      await rm(folder, { recursive: true });
    });
  } finally {
    await millrace.stop();
    server.close();
  }
});
