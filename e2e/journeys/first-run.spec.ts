import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/test.ts';

/** The instance is that of all journeys. */
const removeWorkflows = async (page: Page, url: string) => {
  const { data } = await (await page.request.get(`${url}/rest/workflows`)).json();
  for (const { id } of data) {
    await page.request.post(`${url}/rest/workflows/${id}/deactivate`);
    await page.request.delete(`${url}/rest/workflows/${id}`);
  }
};

test.beforeEach(({ page, millrace }) => removeWorkflows(page, millrace.url));

test('an empty instance invites: the sample runs as it is, and shows a table', async ({ editor, millrace, page }) => {
  await page.goto(`${millrace.url}/workflows`);
  await expect(page.getByRole('button', { name: 'Open a sample workflow' })).toBeVisible();
  await expectAccessible(page, 'list without workflows');
  await editor.open();
  await page.getByRole('button', { name: 'Open a sample workflow' }).click();
  await expect(editor.node('Results')).toBeVisible();
  await expect(page.getByText('Cannot run yet')).toHaveCount(0);
  await page.getByRole('button', { name: 'Run workflow' }).click();
  await expect(page.getByText('Workflow executed successfully').first()).toBeVisible();
  await editor.node('Results').dblclick();
  const output = page.getByRole('region', { name: 'Output' });
  await expect(output.getByText('6 items')).toBeVisible();
  await expect(output.getByRole('columnheader', { name: 'Snail' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Once there is a workflow, nobody is invited any more.
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/workflow\/\d+$/);
  await editor.open('/workflow');
  await expect(page.getByText('What starts this workflow?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open a sample workflow' })).toHaveCount(0);
});

test('the tour goes on with what a person does, can be left, and is not offered again', async ({
  editor,
  millrace,
  page,
}) => {
  await editor.open();
  await page.getByRole('button', { name: 'Take a short tour' }).click();
  const card = page.getByRole('dialog', { name: 'Add a node' });
  await expect(card.getByRole('button', { name: 'Next' })).toBeFocused();
  await expectAccessible(page, 'tour');
  await editor.nodes.first().click();
  await editor.addNode('edit fields', 'Edit Fields');
  await page.keyboard.press('Escape');
  // The node is connected already.
  await expect(page.getByRole('dialog', { name: 'Connect nodes' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('dialog', { name: 'Run it' })).toBeVisible();
  await page.getByRole('button', { name: 'Run workflow' }).click();
  await expect(page.getByRole('dialog', { name: 'Look at the data' })).toBeVisible();
  await editor.node('Edit Fields').dblclick();
  await expect(page.getByRole('dialog', { name: 'Input, parameters, output' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Switch it on' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Where to find help' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.reload();
  await page.goto(`${millrace.url}/workflows`);
  await expect(page.getByRole('button', { name: 'Open a sample workflow' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take a short tour' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Take the tour' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a node' })).toBeVisible();
});
