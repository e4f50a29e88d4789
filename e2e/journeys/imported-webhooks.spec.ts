import { expect, test } from '../fixtures/test.ts';

const webhookId = '6f1d2c80-0000-4000-8000-000000000001';
const workflow = {
  name: 'Comes with an address',
  nodes: [
    {
      id: 'a',
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId,
      parameters: { path: ':order', httpMethod: 'GET' },
    },
  ],
  connections: {},
};
const file = { name: 'workflow.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(workflow)) };

test('a workflow from a file or the clipboard gets addresses of its own, and keeps them when it is imported over itself', async ({
  editor,
  millrace,
  page,
  request,
}) => {
  const stored = async () => {
    const id = /\/workflow\/(\d+)/.exec(page.url())?.[1];
    const { data } = await (await request.get(`${millrace.url}/rest/workflows/${id}`)).json();
    return (data.nodes as { webhookId?: string }[]).map((node) => node.webhookId);
  };
  const importFile = async (content: typeof file) => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Workflow', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import from file…' }).click();
    await (await chosen).setFiles(content);
    await expect(editor.node('Webhook')).toBeVisible();
  };

  await editor.open();
  await importFile(file);
  await editor.save();
  const [first] = await stored();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(first).not.toBe(webhookId);

  const own = { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, webhookId: first, position: [40, 40] })) };
  await importFile({ ...file, buffer: Buffer.from(JSON.stringify(own)) });
  await editor.save();
  expect(await stored()).toEqual([first]);

  await editor.canvas.click({ position: { x: 60, y: 60 } });
  await editor.paste(JSON.stringify(own));
  await expect(editor.nodes).toHaveCount(2);
  await editor.save();
  const both = await stored();
  expect(new Set([webhookId, ...both]).size).toBe(3);
});
