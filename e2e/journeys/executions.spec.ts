import { expect, test } from '../fixtures/test.ts';

const node = (name: string, type: string, x: number, parameters: object = {}) => ({
  name,
  type: `core.${type}`,
  typeVersion: 1,
  position: [x, 0],
  parameters,
});
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

test('a failed execution is found, understood, retried with the mended workflow, and deleted', async ({
  editor,
  millrace,
  page,
  request,
}) => {
  const api = `${millrace.url}/rest`;
  const list = Array.from({ length: 3000 }, (_, id) => ({ id, text: `entry ${id} `.repeat(8) }));
  const graph = {
    name: 'Nightly check',
    nodes: [
      {
        ...node('Webhook', 'webhook', 0, { path: 'nightly', httpMethod: 'POST', responseMode: 'lastNode' }),
        typeVersion: 2,
      },
      node('Split', 'splitOut', 220, { fieldToSplitOut: 'body.list' }),
      node('Keep one', 'limit', 440, { maxItems: 1 }),
      node('Stop', 'stopAndError', 660, { errorMessage: 'The shop is closed' }),
    ],
    connections: { Webhook: to('Split'), Split: to('Keep one'), 'Keep one': to('Stop') },
  };
  const created = await request.post(`${api}/workflows`, { data: graph });
  const { id } = (await created.json()).data as { id: string };
  await request.patch(`${api}/workflows/${id}`, { data: { active: true } });
  const call = await request.post(`${millrace.url}/webhook/nightly`, { data: { list } });
  expect(call.status()).toBe(500);

  await editor.open(`/workflow/${id}`);
  await page.getByRole('button', { name: 'Executions' }).click();
  const dialog = page.getByRole('dialog');
  const failed = dialog.getByRole('row').filter({ hasText: 'The shop is closed' });

  await test.step('the list says why it failed', async () => {
    await expect(failed).toContainText('Failed');
    await failed.getByRole('link', { name: /open/i }).click();
    await expect(page).toHaveURL(/\/execution\/\d+/);
    await expect(page.getByText('Failed', { exact: true }).first()).toBeVisible();
  });

  await test.step('a large result is asked for first, and read by pages', async () => {
    const split = await editor.openNode('Split');
    await expect(split.output.getByText('3,000 items')).toBeVisible();
    await split.output.getByRole('button', { name: 'Display data anyway' }).click();
    await expect(split.output.getByText('Page 1 of 120')).toBeVisible();
    const pages: string[] = [];
    page.on('request', (sent) => sent.url().includes('/items?') && pages.push(new URL(sent.url()).search));
    await split.output.getByRole('button', { name: 'Next page' }).click();
    await expect(split.output.getByRole('cell', { name: '25', exact: true }).first()).toBeVisible();
    expect(pages).toEqual(['?output=0&offset=25&limit=25']);
    await split.close();
  });

  await test.step('what it shows cannot be changed, and says so', async () => {
    await editor.node('Keep one').click();
    await page.keyboard.press('Delete');
    await expect(page.getByText('Workflow cannot be changed')).toBeVisible();
    await expect(editor.node('Keep one')).toBeVisible();
  });

  await test.step('it is retried with the workflow as it is now', async () => {
    const mended = {
      nodes: graph.nodes.map((one) => (one.name === 'Stop' ? { ...node('Stop', 'noOp', 660) } : one)),
      connections: graph.connections,
    };
    await request.patch(`${api}/workflows/${id}`, { data: mended });
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Retry with currently saved workflow' }).click();
    await expect(page.getByText('Retry successful')).toBeVisible();
  });

  await test.step('the list shows both, offers no further retry, and deletes them', async () => {
    await page.getByRole('button', { name: 'Executions' }).click();
    await expect(failed).toContainText('Retried with success by');
    await expect(failed.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
    await expect(dialog.getByRole('row').filter({ hasText: 'Retry of' })).toContainText('Success');
    await dialog.getByRole('checkbox', { name: 'Select all that are shown' }).check();
    await dialog.getByRole('button', { name: /Delete selected/ }).click();
    await page.getByRole('button', { name: 'Yes, delete' }).click();
    await expect(dialog.getByText('No executions here')).toBeVisible();
  });
});

test('the page of executions filters, compares two, and takes the data of one into the editor', async ({
  editor,
  millrace,
  page,
  request,
}) => {
  const api = `${millrace.url}/rest`;
  const graph = {
    name: 'Orders',
    nodes: [
      {
        ...node('Webhook', 'webhook', 0, { path: 'page-of-orders', httpMethod: 'POST', responseMode: 'lastNode' }),
        typeVersion: 2,
      },
      { ...node('Read', 'set', 220, { mode: 'raw', jsonOutput: '={{ $json.body }}' }), typeVersion: 3.4 },
    ],
    connections: { Webhook: to('Read') },
  };
  const created = await request.post(`${api}/workflows`, { data: graph });
  const { id } = (await created.json()).data as { id: string };
  await request.patch(`${api}/workflows/${id}`, { data: { active: true } });
  for (const total of [20, 40]) await request.post(`${millrace.url}/webhook/page-of-orders`, { data: { total } });

  await editor.open(`/workflow/${id}`);
  await page.getByRole('link', { name: 'Executions', exact: true }).click();
  const list = page.getByRole('complementary', { name: 'List of executions' });
  const rows = list.getByRole('listitem');

  await test.step('the newest one is shown', async () => {
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(/\/workflow\/\d+\/executions\/\d+/);
    await expect(editor.node('Read')).toBeVisible();
  });

  await test.step('two are compared', async () => {
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('menuitem').first().click();
    const read = page.getByRole('row', { name: /^Read/ });
    await expect(read).toContainText('total');
    await expect(read).toContainText('20');
    await expect(read).toContainText('40');
    await page.getByRole('button', { name: 'Close comparison' }).click();
  });

  await test.step('what nothing fits is said, and the filter is taken back', async () => {
    await list.getByRole('textbox', { name: /^Search/ }).fill('nothing has this');
    await expect(list.getByText('Nothing found')).toBeVisible();
    await list.getByRole('textbox', { name: /^Search/ }).fill('');
    await expect(rows).toHaveCount(2);
  });

  await test.step('its data is pinned in the editor', async () => {
    await page.getByRole('link', { name: 'Debug in editor' }).click();
    await expect(page.getByText(/^Data of execution \d+ loaded$/)).toBeVisible();
    await page.getByRole('button', { name: 'Run workflow' }).click();
    await expect(page.getByText('Workflow executed successfully')).toBeVisible();
  });
});
