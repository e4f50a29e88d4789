import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { Millrace } from '../fixtures/millrace.ts';

test('a data table is made, filled from a file, changed, filtered, sorted, exported and deleted', async ({ page }) => {
  test.setTimeout(240_000);
  const millrace = await Millrace.start();
  const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true });

  await test.step('the list is empty, and says what tables are for', async () => {
    await page.goto(`${millrace.url}/`);
    await page.getByRole('link', { name: 'Data tables' }).click();
    await expect(page.getByText('No data tables yet')).toBeVisible();
    await expectAccessible(page, 'empty list of data tables');
  });

  await test.step('a table is created, with a column and a row', async () => {
    await page.getByRole('button', { name: 'Create table' }).click();
    await page.getByLabel('Name').fill('Customers');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
    await expect(page.getByText('This table has no columns yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add column' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('name');
    await page.getByRole('dialog').getByRole('button', { name: 'Add column' }).click();
    await page.getByRole('button', { name: 'Add row' }).click();
    await expect(page.getByRole('status').filter({ hasText: '1 row' })).toBeVisible();
  });

  await test.step('a cell is changed by the keyboard', async () => {
    await page.getByRole('gridcell').nth(2).click();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await expect(cell('Ada')).toBeVisible();
    await cell('Ada').click();
    await page.keyboard.press('F2');
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    await expect(cell('Ada')).toBeVisible();
  });

  await test.step('a file brings its rows and its columns, and one that does not fit brings nothing', async () => {
    const importFile = async (text: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Actions for Customers' }).click();
      await page.getByRole('menuitem', { name: 'Import CSV' }).click();
      await (await chooser).setFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    };
    const lines = Array.from({ length: 3000 }, (_, index) => `Customer ${index},${index % 7}`);
    await importFile(`name,orders\n${lines.join('\n')}\n`);
    await page.getByRole('button', { name: 'Add columns and import' }).click();
    await expect(page.getByRole('status').filter({ hasText: '3,001 rows' })).toBeVisible();
    await importFile('name,orders\nBen,many\n');
    await expect(page.getByText('Line 2 of the file: "orders" must be a number, and is "many".')).toBeVisible();
    await expectAccessible(page, 'data table');
  });

  await test.step('the last row is reached, of which none was mounted before', async () => {
    await page.getByRole('gridcell').nth(2).click();
    await page.keyboard.press('Control+End');
    await expect(cell('Customer 2999')).toBeVisible();
    await expect(page.getByRole('row')).not.toHaveCount(3002);
  });

  await test.step('it is sorted and filtered', async () => {
    await page.getByRole('button', { name: 'Column name' }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete column' })).toBeVisible();
    await expectAccessible(page, 'menu of a column');
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await page.keyboard.press('Control+Home');
    await expect(page.getByRole('columnheader', { name: 'Column name' })).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Value').fill('customer 299');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('status').filter({ hasText: '11 rows' })).toBeVisible();
    await expect(cell('Customer 2990')).toBeVisible();
  });

  await test.step('a row is deleted', async () => {
    await page
      .getByRole('checkbox', { name: /^Select row/ })
      .first()
      .check();
    await expectAccessible(page, 'selected row');
    await page.getByRole('button', { name: 'Delete 1 row' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 row' }).click();
    await expect(page.getByRole('status').filter({ hasText: '10 rows' })).toBeVisible();
  });

  await test.step('all rows are exported', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Actions for Customers' }).click();
    await page.getByRole('menuitem', { name: 'Export CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(3001);
  });

  await test.step('the table is deleted, when that was meant', async () => {
    await page.getByRole('link', { name: 'All data tables' }).click();
    await expect(page.getByRole('link', { name: 'Customers' })).toBeVisible();
    await expectAccessible(page, 'list of data tables');
    await page.getByRole('button', { name: 'Actions for Customers' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No data tables yet')).toBeVisible();
  });
  await millrace.stop();
});
