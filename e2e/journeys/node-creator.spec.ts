import { expect, test } from '../fixtures/test.ts';

test('a new workflow asks what starts it, and a trigger that is chosen takes the place of the start node', async ({
  editor,
  page,
}) => {
  await editor.open();
  const question = page.getByRole('region', { name: 'What starts this workflow?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: /^On a webhook call/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor.nodes).toHaveCount(1);
  await expect(editor.node('Webhook')).toBeVisible();
  await expect(question).toBeHidden();
  await editor.undo();
  await expect(editor.node('When clicking Run workflow')).toBeVisible();
  await expect(question).toBeVisible();
});

test('the question is asked above an open log and the button that runs, whatever room they leave', async ({
  editor,
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('millrace.dock', JSON.stringify({ isOpen: true, height: 280 })));
  await page.setViewportSize({ width: 1280, height: 720 });
  await editor.open();
  const question = page.getByRole('region', { name: 'What starts this workflow?' });
  const lastOne = question.getByRole('button', { name: 'Import from URL' });
  await expect(lastOne).toBeVisible();
  const run = (await page.getByRole('button', { name: 'Run workflow' }).boundingBox())!;
  const lowest = (await lastOne.boundingBox())!;
  expect(lowest.y + lowest.height).toBeLessThanOrEqual(run.y);
});

test('a node is dragged out of the list to its place, and a second one into the wire between two', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.canvas.focus();
  await page.keyboard.press('Tab');
  const creator = page.getByRole('complementary', { name: 'Nodes' });
  const dragOut = async (search: string, name: RegExp, x: number, y: number) => {
    await creator.getByRole('combobox').fill(search);
    const row = creator.getByRole('option', { name }).first();
    const box = (await row.boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 10, { steps: 4 });
    await page.mouse.move(x, y, { steps: 2 });
    await page.mouse.up();
  };
  await dragOut('limit', /^Limit/, 700, 500);
  const limit = (await editor.node('Limit').boundingBox())!;
  expect(Math.abs(limit.x + limit.width / 2 - 700)).toBeLessThan(30);
  await expect(creator).toBeVisible();

  await page.keyboard.press('Escape');
  await editor.addNode('edit fields', 'Edit Fields');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await editor.canvas.focus();
  await page.keyboard.press('Tab');
  const [from, to] = [(await editor.node('Limit').boundingBox())!, (await editor.node('Edit Fields').boundingBox())!];
  await dragOut('sort', /^Sort/, (from.x + from.width + to.x) / 2, from.y + Math.min(from.height, 96) / 2);
  await expect(editor.canvas.locator('g[data-wire]')).toHaveCount(2);
});

test('an action is found by its words and comes with its operation chosen', async ({ editor, page }) => {
  await editor.open();
  await editor.canvas.focus();
  await page.keyboard.press('Tab');
  const creator = page.getByRole('complementary', { name: 'Nodes' });
  await creator.getByRole('combobox').fill('telegram photo');
  await expect(creator.getByRole('option', { selected: true })).toHaveText(/Send a photo/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Telegram' })).toBeVisible();
  await expect(editor.node('Telegram')).toContainText(/Send photo/i);
});

test('a wire that is drawn to an empty place stays while the node is chosen there', async ({ editor, page }) => {
  await editor.open();
  // The start node makes room for the question.
  await expect(page.getByRole('region', { name: 'What starts this workflow?' })).toBeVisible();
  await expect.poll(async () => (await editor.nodes.first().boundingBox())!.x).toBeLessThan(300);
  const start = (await editor.nodes.first().boundingBox())!;
  const port = (await editor.canvas.locator('.react-flow__handle.source').first().boundingBox())!;
  await page.mouse.move(port.x + port.width / 2, port.y + port.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 420, start.y - 120, { steps: 6 });
  await page.mouse.up();
  const creator = page.getByRole('complementary', { name: 'Nodes' });
  await expect(creator).toBeVisible();
  const box = (await creator.boundingBox())!;
  expect(Math.abs(box.x - (start.x + 420))).toBeLessThan(20);
  await expect(editor.canvas.locator('[class*="pending"] path')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(editor.canvas.locator('[class*="pending"] path')).toHaveCount(0);
});
