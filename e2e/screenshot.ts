/** `npm run screenshot`: takes the picture in the README, of a workflow after a run. */

import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { Millrace } from './fixtures/millrace.ts';
import { Editor } from './pages/editor.ts';

const target = join(import.meta.dirname, '../docs/images');

const shop = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify([
      { id: 1, customer: 'Ada', total: 120, country: 'CH' },
      { id: 2, customer: 'Grace', total: 45, country: 'US' },
      { id: 3, customer: 'Alan', total: 310, country: 'GB' },
      { id: 4, customer: 'Edsger', total: 80, country: 'NL' },
    ]),
  );
});
await new Promise<void>((ready) => shop.listen(0, '127.0.0.1', ready));
const address = shop.address();
const port = typeof address === 'object' && address ? address.port : 0;

const node = (name: string, type: string, typeVersion: number, position: [number, number], parameters: object) => ({
  name,
  type,
  typeVersion,
  position,
  parameters,
});
const to = (...names: string[]) => names.map((name) => ({ node: name, type: 'main', index: 0 }));

const workflow = {
  name: 'Orders of the day',
  nodes: [
    node('Every morning', 'core.scheduleTrigger', 1.3, [0, 120], {
      rule: { interval: [{ field: 'days', triggerAtHour: 8 }] },
    }),
    node('Get orders', 'core.httpRequest', 4.2, [220, 120], { url: `http://127.0.0.1:${port}/orders` }),
    node('Large order?', 'core.if', 2.3, [440, 120], {
      conditions: {
        options: { caseSensitive: true, typeValidation: 'strict' },
        conditions: [
          { leftValue: '={{ $json.total }}', rightValue: 100, operator: { type: 'number', operation: 'gt' } },
        ],
        combinator: 'and',
      },
    }),
    node('Write the note', 'core.set', 3.4, [700, 0], {
      assignments: {
        assignments: [
          { id: '1', name: 'note', type: 'string', value: '={{ $json.customer }} ordered for {{ $json.total }}' },
        ],
      },
    }),
    node('Collect', 'core.aggregate', 1, [940, 0], { aggregate: 'aggregateAllItemData' }),
    node('Sort the rest', 'core.sort', 1, [700, 240], {
      sortFieldsUi: { sortField: [{ fieldName: 'total', order: 'descending' }] },
    }),
    node('Note', 'core.stickyNote', 1, [160, -120], {
      content: '## Orders\nLarge orders go to the team **at once**, the rest waits for the evening.',
      width: 420,
      height: 160,
      color: 4,
    }),
  ],
  connections: {
    'Every morning': { main: [to('Get orders')] },
    'Get orders': { main: [to('Large order?')] },
    'Large order?': { main: [to('Write the note'), to('Sort the rest')] },
    'Write the note': { main: [to('Collect')] },
  },
};

const millrace = await Millrace.start();
const browser = await chromium.launch({
  executablePath: process.env.MILLRACE_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});
try {
  const answer = await fetch(`${millrace.url}/rest/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(workflow),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  const page = await browser.newPage({ viewport: { width: 1440, height: 810 }, colorScheme: 'light' });
  const editor = new Editor(page, millrace.url);
  await editor.open(`/workflow/${data.id}`);
  await editor.run();
  await editor.node('Collect').getByRole('img', { name: 'Done' }).waitFor();
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  // The toast that tells of the end goes by itself; the picture is of the workflow.
  await page.getByRole('alert').first().waitFor({ state: 'hidden' });
  await mkdir(target, { recursive: true });
  await page.screenshot({ path: join(target, 'editor.png') });
} finally {
  await browser.close();
  await millrace.stop();
  shop.close();
}
