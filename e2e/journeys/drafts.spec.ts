import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import { Editor } from '../pages/editor.ts';

const workflow = (name: string) => ({
  name,
  nodes: [
    { id: 'start', name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [240, 300], parameters: {} },
    {
      id: 'wait',
      name: 'Wait',
      type: 'core.noOp',
      typeVersion: 1,
      position: [460, 300],
      parameters: {},
    },
  ],
  connections: { Start: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
});

const store = async (page: Page, url: string, name: string): Promise<string> => {
  const stored = await page.request.post(`${url}/rest/workflows`, { data: workflow(name) });
  return ((await stored.json()) as { data: { id: string } }).data.id;
};

const renameNode = async (editor: Editor, from: string, to: string) => {
  await editor.node(from).click();
  await editor.page.keyboard.press('F2');
  await editor.page.keyboard.press('ControlOrMeta+a');
  await editor.page.keyboard.type(to);
  await editor.page.keyboard.press('Enter');
  await expect(editor.node(to)).toBeVisible();
};

const draftKept = (page: Page, text = /^Draft kept$/) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

test('what is edited and not saved outlives the page, and is offered where the workflow is opened again', async ({
  browser,
  editor,
  millrace,
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const id = await store(page, millrace.url, 'Drafted');
  await editor.open(`/workflow/${id}`);

  await test.step('the page is loaded again: the edit is there, and can be undone', async () => {
    await renameNode(editor, 'Wait', 'Renamed');
    await draftKept(page);
    await page.reload();
    await expect(editor.node('Renamed')).toBeVisible();
    await expect(page.getByText('Unsaved changes restored')).toBeVisible();
    await expect(editor.saveButton).toHaveText('Save');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(editor.node('Wait')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(editor.node('Renamed')).toBeVisible();
    await draftKept(page);
  });

  await test.step('somebody else saves another change meanwhile: both are there', async () => {
    const theirs = await page.request.get(`${millrace.url}/rest/workflows/${id}`);
    const { revision } = ((await theirs.json()) as { data: { revision: number } }).data;
    const patches = [{ op: 'replace', path: '/nodes/start/data/name', value: 'Begin' }];
    await page.request.post(`${millrace.url}/rest/workflows/${id}/patches`, { data: { revision, patches } });
    await page.close();
    const other = new Editor(await (await browser.newContext()).newPage(), millrace.url);
    await other.open(`/workflow/${id}`);
    await expect(other.node('Wait')).toBeVisible();
    await other.page.getByRole('button', { name: 'Restore' }).click();
    await expect(other.node('Renamed')).toBeVisible();
    await expect(other.node('Begin')).toBeVisible();
    await other.save();
    const saved = await other.page.request.get(`${millrace.url}/rest/workflows/${id}`);
    expect(((await saved.json()) as { data: { nodes: object[] } }).data.nodes).toMatchObject([
      { name: 'Begin' },
      { name: 'Renamed' },
    ]);
    await other.page.context().close();
  });
});

test('a workflow that was never saved is there again, and what was discarded is not', async ({ editor, page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await editor.open();
  await editor.rename('Never saved');
  await draftKept(page);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Rename workflow/ })).toContainText('Never saved');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('button', { name: /^Rename workflow/ })).not.toContainText('Never saved');
  await page.reload();
  await expect(editor.nodes.first()).toBeVisible();
  await expect(page.getByText('Unsaved changes restored')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Rename workflow/ })).not.toContainText('Never saved');
});
