import type { Page } from '@playwright/test';
import { Millrace } from '../fixtures/millrace.ts';
import { expect, test } from '../fixtures/test.ts';
import { Editor } from '../pages/editor.ts';

const workflow = (name: string) => ({
  name,
  nodes: [
    { id: 'start', name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [240, 300], parameters: {} },
    { id: 'wait', name: 'Wait', type: 'core.noOp', typeVersion: 1, position: [460, 300], parameters: {} },
  ],
  connections: { Start: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
});

const store = async (page: Page, url: string, name: string): Promise<string> => {
  const stored = await page.request.post(`${url}/rest/workflows`, { data: workflow(name) });
  return ((await stored.json()) as { data: { id: string } }).data.id;
};

const namesOf = async (page: Page, url: string, id: string): Promise<string[]> => {
  const { data } = await (await page.request.get(`${url}/rest/workflows/${id}`)).json();
  const text = ({ name, disabled }: { name: string; disabled?: boolean }) => (disabled ? `${name} (disabled)` : name);
  return data.nodes.map(text).sort();
};

/** What the editor fetches when it is idle, so that it is there without a server: renaming needs it. */
const partsLoaded = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/expression-part')),
      ),
    )
    .toBe(true);

const toggleDisabled = async (editor: Editor, name: string) => {
  await editor.node(name).click();
  await editor.page.keyboard.press('d');
  await expect(editor.canvas.getByRole('group', { name: new RegExp(`^${name},.*disabled`, 'i') })).toBeVisible();
};

const renameNode = async (editor: Editor, from: string, to: string) => {
  await editor.node(from).click();
  await editor.page.keyboard.press('F2');
  await editor.page.keyboard.press('ControlOrMeta+a');
  await editor.page.keyboard.type(to);
  await editor.page.keyboard.press('Enter');
  await expect(editor.node(to)).toBeVisible();
};

test('the server goes away while someone edits: the header says so, nothing is lost, and it is saved when the server is back', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const millrace = await Millrace.start();
  const editor = new Editor(page, millrace.url);
  try {
    const id = await store(page, millrace.url, 'Interrupted');
    await editor.open(`/workflow/${id}`);
    await partsLoaded(page);
    await millrace.halt();
    await expect(page.getByText('Connection lost')).toBeVisible({ timeout: 20_000 });
    await renameNode(editor, 'Wait', 'Made while away');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText('Problem saving workflow').first()).toBeVisible();
    await toggleDisabled(editor, 'Start');
    await millrace.resume();
    await expect(page.getByText('Connection lost')).toHaveCount(0, { timeout: 20_000 });
    await expect(editor.node('Made while away')).toBeVisible();
    await editor.saveButton.first().click();
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    expect(await namesOf(page, millrace.url, id)).toEqual(['Made while away', 'Start (disabled)']);
  } finally {
    await millrace.stop();
  }
});

test('on a slow network what is typed while a save is under way is unsaved, and saved by the next', async ({
  editor,
  millrace,
  page,
}) => {
  const id = await store(page, millrace.url, 'Slow');
  await editor.open(`/workflow/${id}`);
  const held: (() => void)[] = [];
  const isAsked = Promise.withResolvers<void>();
  await page.route('**/rest/workflows/*/patches', async (route) => {
    isAsked.resolve();
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await renameNode(editor, 'Wait', 'First');
  await page.keyboard.press('ControlOrMeta+s');
  await isAsked.promise;
  await toggleDisabled(editor, 'Start');
  held.shift()?.();
  await expect(editor.saveButton.first()).toHaveText('Save');
  expect(await namesOf(page, millrace.url, id)).toEqual(['First', 'Start']);
  await page.unrouteAll({ behavior: 'wait' });
  await editor.saveButton.first().click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  expect(await namesOf(page, millrace.url, id)).toEqual(['First', 'Start (disabled)']);
});

test('two tabs edit one workflow: the edits of both are stored', async ({ editor, millrace, page }) => {
  const id = await store(page, millrace.url, 'Twice open');
  await editor.open(`/workflow/${id}`);
  const other = new Editor(await page.context().newPage(), millrace.url);
  await other.open(`/workflow/${id}`);
  await renameNode(editor, 'Wait', 'By the first');
  await renameNode(other, 'Start', 'By the second');
  await editor.saveButton.first().click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  await other.saveButton.first().click();
  await expect(other.page.getByRole('button', { name: 'Saved' })).toBeVisible();
  await expect(other.node('By the first')).toBeVisible();
  expect(await namesOf(page, millrace.url, id)).toEqual(['By the first', 'By the second']);
});
