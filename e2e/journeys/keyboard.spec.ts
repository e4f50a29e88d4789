import { expect, test } from '../fixtures/test.ts';
import { NodePanel } from '../pages/node-panel.ts';

test('a node is added, filled in, run and looked at with the keyboard alone', async ({ editor, page }) => {
  await editor.open();
  const panel = new NodePanel(page);
  const { keyboard } = page;

  await test.step('Tab offers nodes, Enter adds the one that was found', async () => {
    await editor.canvas.focus();
    await keyboard.press('Tab');
    await keyboard.type('edit fields');
    await expect(page.getByRole('option', { name: /^Edit Fields/ })).toBeVisible();
    await keyboard.press('Enter');
    await expect(panel.dialog).toBeVisible();
  });

  await test.step('an expression is written with the help of completion', async () => {
    await panel.dialog.getByRole('button', { name: 'Add field' }).focus();
    await keyboard.press('Enter');
    await keyboard.type('when');
    const field = panel.dialog.getByRole('region', { name: 'when' });
    await field.getByRole('textbox', { name: 'Value' }).focus();
    await keyboard.type('{{');
    await expect(page.getByRole('listbox').getByRole('option', { name: /now/ })).toBeVisible();
    await keyboard.type(' $now.toISO');
    await expect(page.getByRole('listbox').getByRole('option', { name: /toISODate/ })).toBeVisible();
    await keyboard.type('D');
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText('toISODate');
    await keyboard.press('Enter');
    await expect(field.getByText(/^\d{4}-\d\d-\d\d$/)).toBeVisible();
  });

  await test.step('Ctrl+Enter runs to the open node', async () => {
    await keyboard.press('ControlOrMeta+Enter');
    await expect(panel.output.getByText('1 item')).toBeVisible();
  });

  await test.step('Escape leads back to the canvas, where Ctrl+Enter runs all and Enter opens the node', async () => {
    await keyboard.press('Escape');
    await expect(panel.dialog).toBeHidden();
    await keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Workflow executed successfully')).toBeVisible();
    await keyboard.press('Enter');
    await expect(panel.output.getByText('1 item')).toBeVisible();
  });
});
