import { expect, test } from '../fixtures/test.ts';

const node = (name: string, type: string, x: number, parameters: object = {}) => ({
  name,
  type,
  typeVersion: 1,
  position: [x, 0],
  parameters,
});

test('an activation says what it means, and why it cannot be', async ({ editor, millrace, page }) => {
  const create = async (nodes: object[]): Promise<string> => {
    const answer = await page.request.post(`${millrace.url}/rest/workflows`, {
      data: { name: 'Switched', nodes, connections: {}, settings: {} },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data.id;
  };
  const told = page.getByRole('dialog', { name: 'Workflow activated' });
  const flip = () => editor.activeSwitch.locator('xpath=..').click();

  await test.step('a workflow of plain nodes cannot be active', async () => {
    await editor.open(`/workflow/${await create([node('Start', 'core.manualTrigger', 0)])}`);
    await expect(editor.activeSwitch).toBeDisabled();
  });

  const schedule = {
    ...node('Schedule Trigger', 'core.scheduleTrigger', 0, { rule: { interval: [{ field: 'days' }] } }),
    typeVersion: 1.2,
  };
  await editor.open(`/workflow/${await create([schedule])}`);

  await test.step('what starts it is said until the person wants that no more', async () => {
    await flip();
    await expect(told).toContainText('The schedule is active.');
    await told.getByRole('checkbox', { name: 'Don’t show again' }).check();
    await told.getByRole('button', { name: 'Got it' }).click();
    await expect(editor.activeSwitch).toBeChecked();
    await flip();
    await expect(page.getByText('Workflow deactivated')).toBeVisible();
    await flip();
    await expect(page.getByRole('status').filter({ hasText: 'Workflow activated' })).toBeVisible();
    await expect(told).toBeHidden();
  });

  await test.step('one that was never saved is saved first', async () => {
    await page.evaluate(() => localStorage.removeItem('millrace.activated'));
    await editor.open();
    const panel = await editor.addNode('webhook', 'Webhook');
    await panel.close();
    await flip();
    await expect(told).toContainText('production URL');
    await told.getByRole('button', { name: 'Got it' }).click();
    await expect(page).toHaveURL(/\/workflow\/\d+/);
    await expect(editor.activeSwitch).toBeChecked();
  });

  await test.step('the command palette does it as well', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('deactivate');
    await page.keyboard.press('Enter');
    await expect(editor.activeSwitch).not.toBeChecked();
  });
});
