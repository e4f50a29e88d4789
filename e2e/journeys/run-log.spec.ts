import { expect, test } from '../fixtures/test.ts';

const node = (name: string, type: string, x: number, y: number, parameters: object = {}, typeVersion = 1) => ({
  name,
  type: `core.${type}`,
  typeVersion,
  position: [x, y],
  parameters,
});
const to = (name: string) => ({ node: name, type: 'main', index: 0 });

test('a run opens its log: loops by passes, the step that failed, and the data of any step', async ({
  editor,
  millrace,
  page,
  request,
}) => {
  const list = JSON.stringify({ list: Array.from({ length: 30 }, (_, id) => ({ id, text: `entry ${id}` })) });
  const graph = {
    name: 'With a loop',
    nodes: [
      node('Start', 'manualTrigger', 0, 0),
      node('Give', 'set', 220, 0, { mode: 'raw', jsonOutput: list }, 3.4),
      node('List', 'splitOut', 440, 0, { fieldToSplitOut: 'list' }),
      node('Loop', 'loopOverItems', 660, 0, { batchSize: 10 }, 3),
      node('Body', 'noOp', 900, 60),
      node('Fail', 'stopAndError', 900, -120, { errorMessage: 'The shop is closed' }),
    ],
    connections: {
      Start: { main: [[to('Give')]] },
      Give: { main: [[to('List')]] },
      List: { main: [[to('Loop')]] },
      Loop: { main: [[to('Fail')], [to('Body')]] },
      Body: { main: [[to('Loop')]] },
    },
  };
  const created = await request.post(`${millrace.url}/rest/workflows`, { data: graph });
  const { id } = (await created.json()).data as { id: string };
  await editor.open(`/workflow/${id}`);
  await page.getByRole('button', { name: 'Run workflow' }).click();
  const dock = page.getByRole('region', { name: 'Dock' });
  const log = dock.getByRole('tree', { name: 'Steps of the execution' });

  await test.step('the failure is looked at first', async () => {
    await expect(log.getByRole('treeitem', { name: /^Fail, failed/ })).toBeVisible();
    await expect(dock.getByRole('alert')).toContainText('The shop is closed');
  });

  await test.step('the passes of the loop are one group', async () => {
    const group = log.getByRole('treeitem', { name: /^Loop: Loop/ });
    await expect(group).toContainText('3 passes');
    await expect(log.getByRole('treeitem')).toHaveCount(5);
    await group.click();
    await expect(log.getByRole('treeitem', { name: /^Pass/ })).toHaveCount(3);
  });

  await test.step('a step is chosen by keys, shown, selected on the canvas, and opened', async () => {
    await log.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(dock.getByText('30 items')).toBeVisible();
    await expect(dock.getByRole('cell', { name: 'entry 0', exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'List' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('closed, it stays closed on the next visit', async () => {
    await dock.getByRole('button', { name: 'Close the dock' }).click();
    await page.reload();
    await expect(dock.getByRole('button', { name: 'Open the dock' })).toBeVisible();
    await expect(log).toBeHidden();
  });
});

test('a test call is awaited with its address, a command and a way to stop', async ({
  editor,
  millrace,
  page,
  request,
}) => {
  const webhook = node('Call', 'webhook', 0, 0, { path: 'run-log', httpMethod: 'POST' }, 2);
  const created = await request.post(`${millrace.url}/rest/workflows`, {
    data: { name: 'Called', nodes: [webhook], connections: {} },
  });
  const { id } = (await created.json()).data as { id: string };
  await editor.open(`/workflow/${id}`);
  await page.getByRole('button', { name: 'Run workflow' }).click();
  const dock = page.getByRole('region', { name: 'Dock' });
  const card = editor.canvas.getByRole('region', { name: 'Waiting for a test call' });
  await expect(dock.getByRole('button', { name: /webhook-test\/run-log/ })).toBeVisible();
  await expect(card).toHaveCount(0);
  await dock.getByRole('button', { name: 'Close the dock' }).click();
  await expect(card).toContainText('/webhook-test/run-log');
  await expect(card.getByText(/^[12]:\d\d left$/)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Copy as curl' })).toBeVisible();
  await card.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(card).toBeHidden();

  await page.getByRole('button', { name: 'Run workflow' }).click();
  await expect(card).toBeVisible();
  await request.post(`${millrace.url}/webhook-test/run-log`, { data: { a: 1 } });
  await expect(card).toBeHidden();
  await expect(page.getByText('Workflow executed successfully')).toBeVisible();
});
