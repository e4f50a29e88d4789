import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const createWorkflows = async (page: Page, url: string, names: readonly string[]): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  for (const name of names) {
    const answer = await page.request.post(`${url}/rest/workflows`, {
      data: {
        name,
        nodes: [
          {
            name: 'Schedule Trigger',
            type: 'core.scheduleTrigger',
            typeVersion: 1.2,
            position: [0, 0],
            parameters: { rule: { interval: [{ field: 'days' }] } },
          },
        ],
        connections: {},
        settings: {},
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    ids.set(name, (await answer.json()).data.id);
  }
  return ids;
};

test('tags are given in the header, kept in order in their dialog, and find workflows', async ({
  editor,
  millrace,
  page,
}) => {
  const ids = await createWorkflows(page, millrace.url, ['Tagged north', 'Untagged']);
  await editor.open(`/workflow/${ids.get('Tagged north')}`);

  await test.step('a new tag is stored when the field is left', async () => {
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('textbox', { name: 'Tags' }).fill('north');
    await page.getByRole('option', { name: 'Create tag “north”' }).click();
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await editor.canvas.click({ position: { x: 40, y: 400 } });
    await stored;
    await expect(page.getByRole('button', { name: 'Edit tags: north' })).toBeVisible();
  });

  await test.step('it is renamed for all workflows', async () => {
    await page.getByRole('button', { name: 'Edit tags: north' }).click();
    await page.getByRole('option', { name: 'Manage tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    await expect(dialog.getByRole('row', { name: /north.*1 workflow/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Rename “north”' }).click();
    await page.keyboard.type('south');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Rename “south”' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Edit tags: south' })).toBeVisible();
  });

  await test.step('the list of workflows is filtered by it', async () => {
    await page.goto(`${millrace.url}/workflows`);
    const table = page.getByRole('table', { name: 'Workflows' });
    await expect(table.getByRole('row', { name: /Untagged/ })).toBeVisible();
    await table.getByRole('button', { name: /south/ }).click();
    await expect(table.getByRole('row', { name: /Untagged/ })).toBeHidden();
    await expect(table.getByRole('row', { name: /Tagged north/ })).toBeVisible();
  });
});

test('workflows are found, put into folders and changed several at once', async ({ millrace, page }) => {
  await createWorkflows(page, millrace.url, ['Invoices by day', 'Invoices by week', 'Other things']);
  await page.goto(`${millrace.url}/workflows`);
  const table = page.getByRole('table', { name: 'Workflows' });
  const row = (name: string) => table.getByRole('row', { name: new RegExp(name) });
  const bulk = page.getByRole('toolbar', { name: /selected/ });

  await test.step('a search finds parts of names', async () => {
    await page.getByPlaceholder('Search workflows').fill('invoices');
    await expect(row('Other things')).toBeHidden();
    await expect(row('Invoices by day')).toBeVisible();
  });

  await test.step('several are activated and deactivated at once', async () => {
    await row('Invoices by day')
      .getByRole('checkbox', { name: /^Select/ })
      .check();
    await row('Invoices by week')
      .getByRole('checkbox', { name: /^Select/ })
      .check();
    await bulk.getByRole('button', { name: 'Activate', exact: true }).click();
    await expect(page.getByText('2 workflows activated')).toBeVisible();
    await expect(row('Invoices by day').getByRole('switch')).toBeChecked();
    await bulk.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText('2 workflows deactivated')).toBeVisible();
  });

  await test.step('they move into a new folder', async () => {
    await page.getByPlaceholder('Search workflows').fill('');
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Accounting');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const folder = page.getByRole('listitem').filter({ hasText: 'Accounting' });
    await expect(folder).toBeVisible();
    await bulk.getByRole('button', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move to folder' });
    await dialog.getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: 'Accounting' }).click();
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(dialog).toBeHidden();
    await expect(row('Invoices by day')).toBeHidden();
    await folder.getByRole('button').first().click();
    await expect(row('Invoices by day')).toBeVisible();
    await expect(row('Other things')).toBeHidden();
  });

  await test.step('and are deleted after a question', async () => {
    await row('Invoices by week')
      .getByRole('checkbox', { name: /^Select/ })
      .check();
    await row('Invoices by day')
      .getByRole('checkbox', { name: /^Select/ })
      .uncheck();
    await bulk.getByRole('button', { name: 'Delete…' }).click();
    const question = page.getByRole('dialog', { name: /^Delete/ });
    await expect(question).toContainText('Invoices by week');
    await question.getByRole('button', { name: 'Yes, delete' }).click();
    await expect(row('Invoices by week')).toBeHidden();
    await expect(row('Invoices by day')).toBeVisible();
  });
});
