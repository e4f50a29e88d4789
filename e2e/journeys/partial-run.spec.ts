import { expect, test } from '../fixtures/test.ts';

const set = (name: string, position: [number, number], value: string) => ({
  name,
  type: 'core.set',
  typeVersion: 3.4,
  position,
  parameters: { assignments: { assignments: [{ id: '1', name: 'text', type: 'string', value }] } },
});
const to = (...targets: (string | [string, number])[]) => ({
  main: [
    targets.map((target) => {
      const [node, index] = typeof target === 'string' ? [target, 0] : target;
      return { node, type: 'main', index };
    }),
  ],
});

/** Start → A → B → C, and A → Reader → C, where Reader reads B by its name. */
const workflow = {
  name: 'Partial run',
  nodes: [
    { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 100], parameters: {} },
    set('A', [220, 100], 'a'),
    set('B', [440, 0], 'old'),
    set('Reader', [440, 240], "={{ 'read ' + $('B').first().json.text }}"),
    { name: 'C', type: 'core.merge', typeVersion: 3, position: [700, 100], parameters: {} },
    set('Other', [440, 440], 'other'),
  ],
  connections: { Start: to('A'), A: to('B', 'Reader', 'Other'), B: to('C'), Reader: to(['C', 1]) },
};

interface Ran {
  position: number;
  node: string;
  task: { startTime: number };
}

test('after a change, a run to a node does again what depends on the change, and only that', async ({
  editor,
  millrace,
  page,
  request,
}) => {
  const created = await request.post(`${millrace.url}/rest/workflows`, { data: workflow });
  const { data } = (await created.json()) as { data: { id: string } };
  const asked: { startNodes: string[]; runData?: Record<string, { startTime: number }[]> }[] = [];
  const executions: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/workflows/run')) asked.push(sent.postDataJSON());
  });
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/workflows/run')) executions.push((await answer.json()).data.executionId);
  });
  const ranIn = async (execution: string): Promise<Ran[]> => {
    const answer = await request.get(`${millrace.url}/rest/executions/${execution}/nodes`);
    return ((await answer.json()) as { data: { nodes: Ran[] } }).data.nodes;
  };
  const done = (name: string) => editor.node(name).getByRole('img', { name: 'Done' });
  const changed = (name: string) => editor.node(name).getByRole('img', { name: 'Changed since it ran' });

  await test.step('run all', async () => {
    await editor.open(`/workflow/${data.id}`);
    await editor.run();
    for (const name of ['Start', 'A', 'B', 'Reader', 'C', 'Other']) await expect(done(name), name).toBeVisible();
  });

  await test.step('a new name leaves all results as they are', async () => {
    await editor.node('B').click();
    await page.keyboard.press('F2');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Bee');
    await page.keyboard.press('Enter');
    await expect(editor.node('Bee')).toBeVisible();
    await expect(done('Bee')).toBeVisible();
  });

  await test.step('a change marks the node, what is behind it, and what reads from it', async () => {
    const panel = await editor.openNode('Bee');
    await panel.dialog.getByRole('region', { name: 'text' }).getByRole('textbox', { name: 'Value' }).fill('new');
    await panel.close();
    for (const name of ['Bee', 'Reader', 'C']) await expect(changed(name), name).toBeVisible();
    for (const name of ['Start', 'A', 'Other']) await expect(done(name), name).toBeVisible();
  });

  await test.step('run to C', async () => {
    const panel = await editor.openNode('C');
    await panel.dialog.getByRole('button', { name: 'Run to here' }).click();
    await expect(panel.output.getByText('read new', { exact: true })).toBeVisible();
    await expect(panel.output.getByText('new', { exact: true })).toBeVisible();
    await panel.close();
    for (const name of ['Start', 'A', 'Bee', 'Reader', 'C', 'Other']) await expect(done(name), name).toBeVisible();
  });

  const [first, second] = [await ranIn(executions[0]!), await ranIn(executions[1]!)];
  expect(first.map(({ node }) => node).sort()).toEqual(['A', 'B', 'C', 'Other', 'Reader', 'Start']);
  expect(second.map(({ node }) => node).sort()).toEqual(['Bee', 'C', 'Reader']);
  expect(asked[1]!.startNodes).toEqual(['Bee', 'Reader']);
  expect(Object.keys(asked[1]!.runData ?? {}).sort()).toEqual(['A', 'Other', 'Start']);
  const startOf = (name: string) => first.find(({ node }) => node === name)!.task.startTime;
  expect(asked[1]!.runData!.A![0]!.startTime).toBe(startOf('A'));
});
