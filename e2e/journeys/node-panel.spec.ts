import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

test('toasts lie over no data and no header of the open node, and the focus goes back where a dialog was opened', async ({
  editor,
  page,
}) => {
  await editor.open();
  const panel = await editor.addNode('edit fields', 'Edit Fields');
  const field = await panel.addField('total');
  await field.getByRole('button', { name: 'Add expression' }).click();
  await field.getByRole('textbox', { name: 'Value' }).fill('{{ 6 * 7 }}');

  await test.step('a success', async () => {
    await panel.dialog.getByRole('button', { name: 'Run to here' }).click();
    await expect(panel.output.getByRole('cell', { name: '42' })).toBeVisible();
    await expect(page.locator('.toast')).toHaveCount(0);
  });

  await test.step('the large editor', async () => {
    const open = field.getByRole('button', { name: 'Open large editor' });
    await open.focus();
    await page.keyboard.press('Enter');
    const large = page.getByRole('dialog', { name: 'Value' });
    await expect(large.getByRole('textbox', { name: 'Value' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(large).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(open).toBeFocused();
  });

  await test.step('a question', async () => {
    await page.keyboard.press('Escape');
    await expect(panel.dialog).toBeHidden();
    await expect(editor.node('Edit Fields')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+o');
    const dialog = page.getByRole('dialog', { name: 'Workflows' });
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(editor.node('Edit Fields')).toBeFocused();
  });
});

test('forms are dense, also where there is little room', async ({ editor, page }) => {
  const heightOf = async (locator: Locator) => (await locator.boundingBox())!.height;
  await editor.open();

  await test.step('a field, and the step from one to the next', async () => {
    const http = await editor.addNode('http request', 'HTTP Request');
    const field = (name: string) => http.dialog.locator(`[data-parameter="${name}"]`);
    expect(await heightOf(field('url').locator('[data-frame]'))).toBe(32);
    const [method, url] = [await field('method').boundingBox(), await field('url').boundingBox()];
    expect(url!.y - method!.y).toBe(58);
    expect(url!.width).toBeLessThanOrEqual(480);
    await http.close();
  });

  await test.step('a condition in two rows, and a rule', async () => {
    const condition = await editor.addNode('if', 'If');
    const box = condition.dialog
      .getByRole('combobox', { name: 'Operator' })
      .locator('xpath=ancestor::*[div[@data-frame] or div/div[@data-frame]][1]');
    expect(await heightOf(box)).toBeLessThan(68);
    await condition.close();
    const node = await editor.addNode('switch', 'Switch');
    await node.dialog.getByRole('button', { name: 'Add rule' }).click();
    expect(await heightOf(node.dialog.getByRole('region', { name: /1$/ }).first())).toBeLessThan(150);
    await node.close();
  });

  await test.step('one column at a time', async () => {
    const fields = await editor.addNode('edit fields', 'Edit Fields');
    const field = await fields.addField('total');
    await page.setViewportSize({ width: 420, height: 800 });
    const name = field.getByRole('textbox', { name: 'Name' });
    expect((await name.boundingBox())!.width).toBeGreaterThan(80);
    await name.press('Tab');
    await expect(field.getByRole('textbox', { name: 'Value' })).toBeFocused();
    await fields.dialog.getByRole('radiogroup', { name: 'Columns of the panel' }).getByText('Output').click();
    await expect(fields.output).toBeVisible();
    await expect(field).toBeHidden();
  });
});

test('what is added has the focus, and who selects all of a JSON text writes another one', async ({ editor, page }) => {
  await editor.open();
  const rules = await editor.addNode('switch', 'Switch');
  await rules.dialog.getByRole('button', { name: 'Add rule' }).click();
  const second = rules.dialog.getByRole('region', { name: 'Rule 2' });
  await expect(second.getByRole('textbox', { name: 'Left value' })).toBeFocused();
  const boxes = rules.dialog.getByRole('textbox', { name: 'Left value' });
  await page.keyboard.type('abc');
  const widths = await boxes.evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().width));
  expect(new Set(widths).size).toBe(1);
  await rules.close();

  const fields = await editor.addNode('edit fields', 'Edit Fields');
  await fields.choose('Mode', 'JSON');
  const json = fields.dialog.locator('[data-parameter="jsonOutput"]');
  await json.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{"a": 1');
  await expect(json.locator('.cm-content')).toHaveText('{"a": 1}');
});

test('a run that is refused shows in the open node what it lacks', async ({ editor, page }) => {
  await editor.open();
  const http = await editor.addNode('http request', 'HTTP Request');
  const url = http.dialog.locator('[data-parameter="url"]').getByRole('textbox');
  await expect(url).not.toHaveAttribute('aria-invalid', 'true');
  await http.dialog.getByRole('button', { name: 'Run to here' }).click();
  await expect(page.getByText('Workflow has issues')).toBeVisible();
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await expect(url).toBeFocused();
  await expect(page.getByRole('button', { name: 'Open node' })).toHaveCount(0);
});

test('variables are chosen from a tree, and one steps from node to node', async ({ editor, page }) => {
  await editor.open();
  const first = await editor.addNode('edit fields', 'Edit Fields');
  await expect(first.dialog.getByRole('combobox', { name: 'Mode' })).toBeFocused();
  const name = await first.addField('name');
  await name.getByRole('textbox', { name: 'Value' }).fill('Ada');
  await first.dialog.getByRole('button', { name: 'Run to here' }).click();
  await expect(first.output).toContainText('Ada');
  await first.close();

  const second = await editor.addNode('edit fields', 'Edit Fields');
  const greeting = await second.addField('greeting');
  await greeting.getByRole('button', { name: 'Add expression' }).click();
  await greeting.getByRole('button', { name: 'Open large editor' }).click();
  const large = page.getByRole('dialog', { name: 'Value' });
  await large.getByRole('textbox', { name: 'Filter variables' }).fill('name');
  const input = large.getByRole('treeitem', { name: 'Input data' });
  await input.getByRole('treeitem', { name: 'name: Ada' }).getByText('name').click();
  await expect(large.getByRole('textbox', { name: 'Value' })).toHaveText('{{ $json.name }}');
  await expect(large.locator('pre')).toHaveText('Ada');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();

  await page.keyboard.press('Alt+ArrowLeft');
  await expect(first.dialog.getByRole('button', { name: /^Edit Fields$/ }).first()).toBeVisible();
  await expect(name).toBeVisible();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(greeting).toBeVisible();
});

test('a trigger says where and when it starts, and marks the field that keeps it from it', async ({ editor, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await editor.open();
  const schedule = await editor.addNode('schedule', 'Schedule Trigger');
  const next = schedule.dialog.getByRole('region', { name: 'Next runs' });
  await expect(next.getByRole('listitem')).toHaveCount(3);
  await expect(next).toContainText('America/New_York');
  await schedule.choose('Trigger interval', /cron/i);
  await schedule.fill('Expression', '0 99 * * *');
  await expect(schedule.dialog.locator('[data-parameter="expression"]')).toContainText('Invalid value for hour: 99');
  await schedule.close();

  const webhook = await editor.addNode('webhook', 'Webhook');
  await webhook.fill('Path', 'orders');
  await expect(webhook.dialog.getByText(/webhook-test\/orders$/)).toBeVisible();
  await webhook.dialog.getByRole('button', { name: 'Copy as cURL' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl '.*\/webhook-test\/orders'$/);
  await webhook.fill('Path', 'a//b');
  await expect(webhook.dialog.locator('[data-parameter="path"]')).toContainText(
    '"a//b" cannot be the path of an address',
  );
});
