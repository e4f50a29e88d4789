import { expect, test } from '../fixtures/test.ts';

test('undo and redo go through canvas and panel edits alike, and the unsaved mark never lies', async ({
  editor,
  page,
}) => {
  await editor.open();
  const set = await editor.addNode('edit fields', 'Edit Fields');
  const field = await set.addField('greeting');
  await field.getByRole('textbox', { name: 'Value' }).fill('hello');
  await set.close();
  await editor.save();

  await editor.node('Edit Fields').click();
  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Greet');
  await page.keyboard.press('Enter');
  await expect(editor.node('Greet')).toBeVisible();

  const renamed = await editor.openNode('Greet');
  await renamed.dialog.getByRole('textbox', { name: 'Value' }).fill('good evening');
  await renamed.close();
  await editor.node('Greet').click();
  await page.keyboard.press('d');
  await expect(editor.node('Greet')).toContainText('Disabled');
  await page.keyboard.press('Delete');
  await expect(editor.nodes).toHaveCount(1);

  await test.step('back to what was saved', async () => {
    await editor.undo();
    await expect(editor.node('Greet')).toContainText('Disabled');
    await editor.undo();
    await expect(editor.node('Greet')).not.toContainText('Disabled');
    await editor.undo();
    await expect(editor.saveButton).toHaveText('Save');
    await editor.undo();
    await expect(editor.node('Edit Fields')).toBeVisible();
    await expect(editor.saveButton).toHaveText('Saved');
    const panel = await editor.openNode('Edit Fields');
    await expect(panel.dialog.getByRole('textbox', { name: 'Value' })).toHaveValue('hello');
    await panel.close();
  });

  await test.step('and forward again', async () => {
    for (let step = 0; step < 4; step++) await editor.redo();
    await expect(editor.nodes).toHaveCount(1);
    await editor.undo();
    const panel = await editor.openNode('Greet');
    await expect(panel.dialog.getByRole('textbox', { name: 'Value' })).toHaveValue('good evening');
    await panel.close();
  });
});
