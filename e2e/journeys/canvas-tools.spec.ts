import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const node = (name: string, type: string, typeVersion: number, position: [number, number], parameters = {}) => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  type,
  typeVersion,
  position,
  parameters,
});
const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

const workflow = {
  name: 'Canvas tools',
  nodes: [
    node('Start', 'core.manualTrigger', 1, [0, 0]),
    node('Get price', 'core.set', 3.4, [180, 320], { mode: 'raw', jsonOutput: '{"price": 42}', options: {} }),
    node('Double it', 'core.set', 3.4, [700, 40], {
      mode: 'raw',
      jsonOutput: "={{ { double: $('Get price').item.json.price * 2 } }}",
      options: {},
    }),
    node('Tell', 'core.set', 3.4, [940, 500], {
      mode: 'raw',
      jsonOutput: '={{ { told: $json.double } }}',
      options: {},
    }),
  ],
  connections: { Start: to('Get price'), 'Get price': to('Double it'), 'Double it': to('Tell') },
};

const store = async (page: Page, url: string): Promise<string> => {
  const answer = await page.request.post(`${url}/rest/workflows`, { data: workflow });
  return (await answer.json()).data.id;
};

const storedNodes = async (page: Page, url: string, id: string) =>
  (await (await page.request.get(`${url}/rest/workflows/${id}`)).json()).data;

test('the palette and the list of shortcuts find actions, nodes and pages', async ({ editor, millrace, page }) => {
  await editor.open(`/workflow/${await store(page, millrace.url)}`);
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('double it');
  await expect(palette.getByRole('option').first()).toContainText('Double it');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(editor.node('Double it')).toBeFocused();

  await page.keyboard.press('ControlOrMeta+k');
  await palette.getByRole('combobox').fill('disable');
  await page.keyboard.press('Enter');
  await expect(editor.node('Double it')).toHaveAccessibleName(/Disabled/);
  await editor.undo();
  await expect(editor.node('Double it')).not.toHaveAccessibleName(/Disabled/);

  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await shortcuts.getByRole('textbox').fill('tidy');
  await expect(shortcuts.getByRole('definition')).toHaveText(['Alt+Shift+T']);
});

test('an expression is found, and every node is in the list', async ({ editor, millrace, page }) => {
  await editor.open(`/workflow/${await store(page, millrace.url)}`);
  await page.keyboard.press('ControlOrMeta+f');
  const search = page.getByRole('complementary', { name: 'Search in workflow' });
  await search.getByRole('combobox').fill("$('Get price')");
  await expect(search.getByRole('option')).toHaveCount(1);
  await expect(search.getByRole('option')).toContainText('Double it');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Shift+O');
  const outline = page.getByRole('complementary', { name: 'List of all nodes' });
  await expect(outline.getByRole('button', { name: 'Leads to Double it' })).toBeVisible();
  await expect(outline.getByRole('button', { name: /^Start/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(outline.getByRole('button', { name: /^Get price/ })).toBeFocused();
});

test('a tidy-up puts nodes in one row, and the history leads back and forth', async ({ editor, millrace, page }) => {
  const id = await store(page, millrace.url);
  await editor.open(`/workflow/${id}`);
  await page.keyboard.press('Alt+Shift+T');
  await expect(page.getByRole('button', { name: 'Undo: Tidy up' })).toBeVisible();
  await editor.save();
  const { nodes } = await storedNodes(page, millrace.url, id);
  expect(new Set(nodes.map(({ position }: { position: number[] }) => position[1])).size).toBe(1);

  await editor.node('Start').click();
  await page.keyboard.press('ControlOrMeta+Alt+z');
  const history = page.getByRole('complementary', { name: 'Undo history' });
  await history.getByRole('button', { name: 'Workflow opened' }).click();
  await expect(page.getByRole('button', { name: 'Redo: Tidy up' })).toBeVisible();
  await history.getByRole('button', { name: /^Tidy up/ }).click();
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
});

test('a group is stored with the workflow, collapses, and goes again', async ({ editor, millrace, page }) => {
  const id = await store(page, millrace.url);
  await editor.open(`/workflow/${id}`);
  await editor.node('Get price').click();
  await editor.node('Double it').click({ modifiers: ['Shift'] });
  await page.keyboard.press('ControlOrMeta+g');
  await page.getByRole('textbox', { name: 'Title of the group' }).fill('Prices');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Group Prices, 2 nodes' })).toBeVisible();
  await editor.save();
  const { meta } = await storedNodes(page, millrace.url, id);
  expect(Object.values(meta.groups)).toMatchObject([{ title: 'Prices', nodes: ['get-price', 'double-it'] }]);

  await page.getByRole('button', { name: 'Collapse Prices' }).click();
  await expect(editor.node('Double it')).toBeHidden();
  await page.getByRole('button', { name: 'Expand Prices' }).click();
  await expect(editor.node('Double it')).toBeVisible();
  await editor.node('Get price').click();
  await page.keyboard.press('ControlOrMeta+Shift+g');
  await editor.save();
  expect(await storedNodes(page, millrace.url, id)).not.toHaveProperty('meta.groups');
});

test('a part becomes a sub-workflow that gives the same, and comes back', async ({ editor, millrace, page }) => {
  const id = await store(page, millrace.url);
  await editor.open(`/workflow/${id}`);
  await editor.node('Double it').click();
  await page.keyboard.press('Alt+x');
  const dialog = page.getByRole('dialog', { name: 'Make a sub-workflow' });
  await dialog.getByRole('textbox').fill('Doubling');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(editor.node('Doubling')).toBeVisible();
  await expect(editor.node('Inputs of Doubling')).toBeVisible();
  await editor.save();
  await editor.run();
  await expect(editor.node('Tell').getByRole('img', { name: 'Done' })).toBeVisible();
  const panel = await editor.openNode('Tell');
  await expect(panel.output).toContainText('84');
  await panel.close();

  // The log of the run has taken room from the canvas.
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await editor.node('Doubling').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Put the sub-workflow’s nodes here' }).click();
  await expect(editor.node('Double it')).toBeVisible();
  await expect(editor.node('Doubling')).toBeHidden();
  await editor.undo();
  await expect(editor.node('Doubling')).toBeVisible();
  await editor.undo();
  await expect(editor.node('Double it')).toBeVisible();
  await expect(editor.nodes).toHaveCount(4);
});

test('of several nodes that a box has selected the one that is clicked stays selected', async ({
  editor,
  millrace,
  page,
}) => {
  await editor.open(`/workflow/${await store(page, millrace.url)}`);
  const [start, last] = [(await editor.node('Start').boundingBox())!, (await editor.node('Tell').boundingBox())!];
  await page.mouse.move(start.x - 20, start.y - 20);
  await page.mouse.down();
  await page.mouse.move(last.x + last.width + 20, last.y + last.height + 20, { steps: 5 });
  await page.mouse.up();
  const selected = editor.canvas.locator('.react-flow__node.selected');
  await expect(selected).toHaveCount(4);
  await editor.node('Double it').click();
  await expect(selected).toHaveCount(1);
  await page.keyboard.press('d');
  await expect(editor.canvas.getByRole('group', { name: /Disabled/ })).toHaveCount(1);
});
