import { expect, test } from '../fixtures/test.ts';

test('settings of a workflow are edited, checked and kept', async ({ editor, millrace, page, request }) => {
  const created = await request.post(`${millrace.url}/rest/workflows`, {
    data: {
      name: 'Reports',
      nodes: [{ name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [240, 300], parameters: {} }],
      connections: {},
    },
  });
  const { id } = (await created.json()).data as { id: string };
  await editor.open(`/workflow/${id}`);
  const open = async () => {
    await page.getByRole('button', { name: 'Workflow', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Settings…' }).click();
    await expect(page.getByRole('dialog', { name: `Settings for Reports (#${id})` })).toBeVisible();
  };
  const dialog = page.getByRole('dialog');
  await open();

  await test.step('a time of 0 is refused, minutes end at 60', async () => {
    await dialog.getByRole('switch', { name: 'Timeout workflow' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/switched on but set to 0/)).toBeVisible();
    const minutes = dialog.getByRole('textbox', { name: 'Minutes' });
    await minutes.fill('61');
    await expect(minutes).toHaveValue('60');
    await minutes.fill('1');
    await dialog.getByRole('textbox', { name: 'Seconds' }).fill('30');
  });

  await test.step('what is chosen is stored, and nothing else of the workflow', async () => {
    await dialog.getByRole('combobox', { name: 'Timezone' }).fill('Berlin');
    await page.getByRole('option', { name: /Berlin/ }).click();
    await dialog.getByRole('combobox', { name: 'Save manual executions' }).click();
    await page.getByRole('option', { name: 'Yes', exact: true }).click();
    await dialog.getByRole('switch', { name: 'Repeat interrupted nodes' }).check({ force: true });
    const sent = page.waitForRequest(`**/rest/workflows/${id}/patches`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const settings = {
      timezone: 'Europe/Berlin',
      saveManualExecutions: true,
      executionTimeout: 90,
      repeatInterrupted: true,
    };
    const { patches } = (await sent).postDataJSON() as { patches: { path: string }[] };
    expect(patches.filter(({ path }) => !path.startsWith('/settings'))).toEqual([]);
    await expect(page.getByText('Workflow settings saved')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(editor.saveButton).toHaveText('Saved');
    const stored = await request.get(`${millrace.url}/rest/workflows/${id}`);
    expect((await stored.json()).data).toMatchObject({ name: 'Reports', settings });
  });

  await test.step('and is there again', async () => {
    await page.reload();
    await open();
    await expect(dialog.getByRole('textbox', { name: 'Seconds' })).toHaveValue('30');
    await expect(dialog.getByRole('switch', { name: 'Repeat interrupted nodes' })).toBeChecked();
  });
});
