import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/test.ts';

const text = await readFile(new URL('../fixtures/public-workflow.json', import.meta.url), 'utf8');
const original = JSON.parse(text);

test('a workflow of another tool is pasted, shown, run as far as its nodes are known, and stored unchanged', async ({
  editor,
  millrace,
  page,
  request,
}) => {
  await editor.open();
  await editor.canvas.click({ position: { x: 60, y: 60 } });
  await page.keyboard.press('ControlOrMeta+a');
  await editor.paste(text);
  await expect(editor.node('Large?')).toBeVisible();
  await expect(editor.node('Tell the team')).toContainText('messenger');
  await expect(editor.canvas.getByRole('heading', { name: 'Orders' })).toBeVisible();

  await test.step('a node of an unknown type does not hinder the branch beside it', async () => {
    const panel = await editor.openNode('Large order');
    await panel.dialog.getByRole('button', { name: 'Run to here' }).click();
    await expect(panel.output.getByText('Order 2 of 2', { exact: true })).toBeVisible();
    await panel.close();
  });

  await test.step('but blocks a run that would reach it, and says which', async () => {
    await editor.run();
    await expect(page.getByRole('alert').filter({ hasText: 'Tell the team' })).toBeVisible();
  });

  await test.step('what is stored is what came', async () => {
    await editor.save();
    const id = /\/workflow\/(\d+)/.exec(page.url())?.[1];
    const { data } = await (await request.get(`${millrace.url}/rest/workflows/${id}`)).json();
    for (const node of original.nodes) {
      const stored = data.nodes.find(({ name }: { name: string }) => name === node.name);
      const { position, ...rest } = node;
      expect(stored).toMatchObject(rest);
      expect(Object.keys(stored).sort()).toEqual(Object.keys(node).sort());
    }
    expect(data.connections).toMatchObject(original.connections);
  });
});

test('text that is no workflow is refused with a word on why', async ({ editor, page }) => {
  await editor.open();
  await editor.paste('just some text');
  await expect(page.getByRole('alert')).toContainText('not JSON');
  await expect(editor.nodes).toHaveCount(1);
});
