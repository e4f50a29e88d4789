import { expect, test } from '../fixtures/test.ts';

const node = (name: string, type: string, typeVersion: number, x: number, parameters: object = {}) => ({
  name,
  type: `core.${type}`,
  typeVersion,
  position: [x, 0],
  parameters,
});
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
const field = (name: string, value: string) => ({
  assignments: { assignments: [{ id: '1', name, type: 'string', value }] },
});

/** Its result is too large to be sent to the editor as it comes about. */
const list =
  "={{ { list: Array.from({ length: 6000 }, (_, id) => ({ id, text: 'entry ' + id + ' of a long list' })) } }}";

const workflow = {
  name: 'Large results',
  nodes: [
    node('Start', 'manualTrigger', 1, 0),
    node('List', 'set', 3.4, 220, { mode: 'raw', jsonOutput: list }),
    node('Split', 'splitOut', 1, 440, { fieldToSplitOut: 'list' }),
    node('Mark', 'set', 3.4, 660, field('mark', '={{ $json.text.toUpperCase() }}')),
  ],
  connections: { Start: to('List'), List: to('Split'), Split: to('Mark') },
};

test('any item of a large result can be looked at, and the next run takes the result as it is', async ({
  editor,
  millrace,
  page,
  request,
}) => {
  const created = await request.post(`${millrace.url}/rest/workflows`, { data: workflow });
  const { data } = (await created.json()) as { data: { id: string } };
  const executions: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/workflows/run')) executions.push((await answer.json()).data.executionId);
  });
  await editor.open(`/workflow/${data.id}`);
  await editor.run();
  await expect(page.getByText('Workflow executed successfully')).toBeVisible();
  const panel = await editor.openNode('Mark');
  const field = panel.dialog.getByRole('region', { name: 'mark' });

  await test.step('the live result is that of the chosen item', async () => {
    await expect(field.getByText('ENTRY 0 OF A LONG LIST')).toBeVisible();
    await panel.dialog.getByRole('textbox', { name: 'Item', exact: true }).fill('6000');
    await expect(field.getByText('ENTRY 5999 OF A LONG LIST')).toBeVisible();
  });

  await test.step('a run to the node after a change runs that node only', async () => {
    await field.getByRole('textbox', { name: 'Value' }).fill('{{ $json.id }} done');
    await panel.dialog.getByRole('button', { name: 'Run to here' }).click();
    await expect(page.getByText('Node executed successfully')).toBeVisible();
    await panel.output.getByRole('button', { name: 'Display data anyway' }).click();
    await expect(panel.output.getByText('0 done', { exact: true })).toBeVisible();
    const answer = await request.get(`${millrace.url}/rest/executions/${executions[1]}/nodes`);
    const { nodes } = ((await answer.json()) as { data: { nodes: { node: string }[] } }).data;
    expect(nodes.map((run) => run.node)).toEqual(['Mark']);
  });
});
