import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Millrace } from '../fixtures/millrace.ts';
import { expect, test } from '../fixtures/test.ts';
import { Editor } from '../pages/editor.ts';

const recorder = new URL('../fixtures/record-connections.mjs', import.meta.url).href;

/** Answers calls by a request and by code, so that every kind of process is started. */
const workflowCalling = (url: string) => ({
  name: 'Busy',
  active: true,
  nodes: [
    {
      name: 'Hook',
      type: 'core.webhook',
      typeVersion: 2,
      position: [0, 0],
      parameters: { path: 'busy', responseMode: 'lastNode' },
    },
    { name: 'Ask', type: 'core.httpRequest', typeVersion: 4.2, position: [120, 0], parameters: { url } },
    {
      name: 'Code',
      type: 'core.code',
      typeVersion: 2,
      position: [240, 0],
      parameters: { jsCode: 'return [{ json: { answer: 42 } }];' },
    },
  ],
  connections: {
    Hook: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] },
    Ask: { main: [[{ node: 'Code', type: 'main', index: 0 }]] },
  },
});

/** The screens that there are for somebody who has set nothing up, and one of each thing. */
const screensOf = (id: string): string[] => [
  '/',
  '/workflow',
  `/workflow/${id}`,
  `/workflow/${id}/executions`,
  '/workflows',
  '/executions',
  '/execution/1',
  '/data-tables',
  '/templates/',
  '/help',
  '/settings/users',
  '/settings/api-keys',
  '/settings/audit',
  '/settings/usage-data',
  '/settings/community-nodes',
  '/no-such-page',
];

test('an instance that is left alone calls nobody, neither from the server nor from the browser', async ({ page }) => {
  test.setTimeout(150_000);
  const folder = await mkdtemp(join(tmpdir(), 'millrace-connections-'));
  const file = join(folder, 'connections.txt');
  const millrace = await Millrace.start({ NODE_OPTIONS: `--import=${recorder}`, RECORD_CONNECTIONS: file });
  const notes = async (): Promise<string[]> => (await readFile(file, 'utf8')).trim().split('\n');
  const called: string[] = [];
  page.context().on('request', (request) => {
    if (/^(?:https?|wss?):/.test(request.url()) && !request.url().startsWith(millrace.url)) called.push(request.url());
  });
  page.on('websocket', (socket) => called.push(socket.url()));
  try {
    const editor = new Editor(page, millrace.url);
    await test.step('what is watched is noticed', async () => {
      await page.goto(millrace.url);
      await page.evaluate(() => fetch('https://outside.example/').catch(() => {}));
      // The policy of the page lets it call nobody, so it is not even asked for.
      const refused = await page.evaluate(
        () =>
          new Promise((told) => {
            document.addEventListener('securitypolicyviolation', ({ blockedURI }) => told(blockedURI));
            fetch('https://outside.example/').catch(() => {});
          }),
      );
      expect(refused).toContain('outside.example');
      called.length = 0;
    });

    const created = await page.request.post(`${millrace.url}/rest/workflows`, {
      data: workflowCalling(`${millrace.url}/healthz`),
    });
    const { id } = (await created.json()).data;
    const answer = await page.request.get(`${millrace.url}/webhook/busy`);
    expect(await answer.text()).toContain('42');

    await test.step('every screen', async () => {
      for (const path of screensOf(id)) {
        await page.goto(`${millrace.url}${path}`);
        // With what is fetched when the page is idle.
        await page.waitForLoadState('networkidle');
      }
    });

    await test.step('building, running and saving', async () => {
      await editor.open();
      const panel = await editor.addNode('edit fields', 'Edit Fields');
      await page.keyboard.press('Escape');
      await expect(panel.dialog).toBeHidden();
      await editor.run();
      await expect(editor.node('Edit Fields').getByRole('img', { name: 'Done' })).toBeVisible();
      await editor.save();
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('menuitem', { name: 'About' }).click();
      await page.getByRole('button', { name: 'What is new' }).click();
      await expect(page.getByRole('dialog', { name: 'Updates' })).toBeVisible();
    });

    expect(called).toEqual([]);
    const noted = await notes();
    const started = noted.filter((line) => line.startsWith('started')).join('\n');
    for (const program of ['server/src/main.ts', 'worker/main.ts', 'outbound-main.ts', 'sandbox-main.ts'])
      expect(started).toContain(program);
    expect(noted.filter((line) => !line.startsWith('started'))).toEqual([]);
  } finally {
    await millrace.stop();
    await rm(folder, { recursive: true });
  }
});
