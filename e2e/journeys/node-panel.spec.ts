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
    await expect(page.getByRole('dialog', { name: 'Value' })).toBeVisible();
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
