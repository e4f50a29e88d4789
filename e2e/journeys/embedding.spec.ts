import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { Millrace } from '../fixtures/millrace.ts';
import { expect, test } from '../fixtures/test.ts';

/** What a browser would run if any of it were more than text. */
const hostile = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script>`;

const node = (name: string, type: string, x: number, more: object = {}) => ({
  id: name,
  name,
  type,
  typeVersion: 1,
  position: [x, 0],
  parameters: {},
  ...more,
});

const workflow = {
  name: 'Orders',
  nodes: [
    node('When called', 'core.webhook', 0),
    node('Ask the shop', 'core.httpRequest', 260, {
      typeVersion: 4.2,
      parameters: { url: '={{ $json.address }}' },
      notes: hostile,
      notesInFlow: true,
    }),
    node(hostile, 'core.noOp', 520),
    node('Note', 'core.stickyNote', 0, { position: [0, 200], parameters: { content: hostile } }),
  ],
  connections: {
    'When called': { main: [[{ node: 'Ask the shop', type: 'main', index: 0 }]] },
    'Ask the shop': { main: [[{ node: hostile, type: 'main', index: 0 }]] },
  },
};

/** A page of its own origin, which embeds the preview and keeps what it is told. */
const embeddingPage = (instance: string): string => `<!doctype html><title>Docs</title>
<iframe id="preview" title="Preview" src="${instance}/workflows/demo" width="1000" height="600"></iframe>
<script>
  window.told = [];
  addEventListener('message', ({ source, origin, data }) => {
    if (source === document.getElementById('preview').contentWindow) told.push([origin, JSON.parse(data)]);
  });
  window.say = (message) =>
    document.getElementById('preview').contentWindow.postMessage(JSON.stringify(message), '*');
</script>`;

/** Sends a message to the frame beside it, as a page that is let in somewhere on an allowed page could. */
const intrudingPage = `<!doctype html><title>Intruder</title><script>
  const send = () => parent.frames[0].postMessage(JSON.stringify({ command: 'openWorkflow', workflow: {
    name: 'Intruder', nodes: [{ name: 'Intruder', type: 'core.noOp', typeVersion: 1, position: [0, 0], parameters: {} }], connections: {},
  } }), '*');
  send();
  parent.postMessage('sent', '*');
</script>`;

const serve = async (page: () => string) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(page());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

interface Embedding {
  told: [string, { command: string; message?: string; version?: string }][];
  say(message: object): void;
}
const inPage = (page: Page) => ({
  told: () => page.evaluate(() => (window as unknown as Embedding).told),
  commands: async () =>
    (await page.evaluate(() => (window as unknown as Embedding).told)).map(([, { command }]) => command),
  say: (message: object) => page.evaluate((given) => (window as unknown as Embedding).say(given), message),
});

const hitsOf = async (page: Page): Promise<unknown[]> =>
  Promise.all(page.frames().map((frame) => frame.evaluate(() => (window as unknown as { hit?: number }).hit ?? null)));

const openNode = async (frame: FrameLocator, name: string) => {
  await frame.getByRole('group', { name: new RegExp(`^${name},`) }).dblclick();
  await expect(frame.getByRole('dialog', { name })).toBeVisible();
};

test('an allowed page shows a workflow in a frame, and no other page does', async ({ page }) => {
  const addresses = { instance: '' };
  const allowed = await serve(() => embeddingPage(addresses.instance));
  const other = await serve(() => embeddingPage(addresses.instance));
  const intruder = await serve(() => intrudingPage);
  const millrace = await Millrace.start({ MILLRACE_EMBED_ORIGINS: allowed.origin });
  addresses.instance = millrace.url;
  try {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === millrace.url && pathname.startsWith('/rest/')) calls.push(`${request.method()} ${pathname}`);
    });
    const frame = page.frameLocator('#preview');
    const embedding = inPage(page);

    await test.step('it is ready, then shows what it is sent', async () => {
      await page.goto(allowed.origin);
      await expect.poll(embedding.commands).toEqual(['n8nReady']);
      const [[origin, ready]] = (await embedding.told()) as [Embedding['told'][number]];
      expect(origin).toBe(millrace.url);
      expect(ready.version).toMatch(/^\d+\.\d+\.\d+/);
      await embedding.say({ command: 'openWorkflow', workflow });
      await expect(frame.getByRole('group', { name: /^Ask the shop,/ })).toBeVisible();
    });

    await test.step('names and notes are text', async () => {
      await expect(frame.getByText(hostile).first()).toBeVisible();
      expect(await hitsOf(page)).toEqual([null, null]);
    });

    await test.step('nothing can be changed or run', async () => {
      await expect(frame.getByRole('button', { name: /^(Run workflow|Add node|Save|Reset zoom)/ })).toHaveCount(0);
      const card = frame.getByRole('group', { name: /^Ask the shop,/ });
      await card.click();
      await page.keyboard.press('Delete');
      await expect(frame.getByText('Workflow cannot be changed')).toBeVisible();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Control+Enter');
      await expect(card).toBeVisible();
      await expect(frame.getByRole('complementary', { name: 'Nodes' })).toHaveCount(0);
    });

    await test.step('a node opens and closes, and the page is told', async () => {
      await openNode(frame, 'Ask the shop');
      await expect(frame.getByText('{{ $json.address }}', { exact: true })).toBeVisible();
      await expect.poll(embedding.commands).toEqual(['n8nReady', 'openNDV']);
      await page.keyboard.press('Escape');
      await expect.poll(embedding.commands).toEqual(['n8nReady', 'openNDV', 'closeNDV']);
      await openNode(frame, 'When called');
      await page.keyboard.press('Escape');
    });

    await test.step('nothing is asked on account of it', () => {
      const paths = new Set(calls.map((call) => call.replace(/\/node-icon\/.*/, '/node-icon')));
      const known = /^(GET \/rest\/(settings|login|node-types|node-icon|credential-types)|POST \/rest\/node-types)$/;
      expect([...paths].filter((call) => !known.test(call))).toEqual([]);
    });

    await test.step('what is broken is refused, and the page is told why', async () => {
      await embedding.say({ command: 'openWorkflow', workflow: { nodes: 'x' } });
      await expect(frame.getByRole('heading', { name: 'Could not import workflow' })).toBeVisible();
      expect((await embedding.told()).at(-1)?.[1]).toMatchObject({
        command: 'error',
        message: expect.stringMatching(/^Could not import workflow: /),
      });
      await embedding.say({ command: 'openWorkflow', workflow });
      await expect(frame.getByRole('group', { name: /^Ask the shop,/ })).toBeVisible();
    });

    await test.step('another frame of the page says nothing to it', async () => {
      const count = (await embedding.told()).length;
      await page.evaluate(
        (address) =>
          new Promise<void>((done) => {
            addEventListener('message', ({ data }) => data === 'sent' && done());
            const added = document.createElement('iframe');
            added.src = address;
            document.body.append(added);
          }),
        intruder.origin,
      );
      // Messages come in order: what was said before this one was read before it.
      await embedding.say({ command: 'openWorkflow', workflow: { nodes: 'x' } });
      await expect.poll(async () => (await embedding.told()).length).toBe(count + 1);
      await expect(frame.getByRole('group', { name: /^Intruder,/ })).toHaveCount(0);
    });

    await test.step('a page that is not named shows nothing', async () => {
      const refused: string[] = [];
      page.on('console', (message) => refused.push(message.text()));
      await page.goto(other.origin);
      await expect.poll(() => refused.join('\n')).toContain('frame-ancestors');
      expect(await embedding.told()).toEqual([]);
    });

    await test.step('by itself it is for everyone', async () => {
      await page.goto(`${millrace.url}/workflows/demo`);
      await expect(page.getByRole('heading', { name: 'Nothing to show yet' })).toBeVisible();
      await page.evaluate(
        (given) => postMessage(JSON.stringify({ command: 'openWorkflow', workflow: given }), location.origin),
        workflow,
      );
      await expect(page.getByRole('group', { name: /^Ask the shop,/ })).toBeVisible();
      await expectAccessible(page, 'preview');
    });
  } finally {
    await millrace.stop();
    for (const server of [allowed, other, intruder]) server.close();
  }
});
