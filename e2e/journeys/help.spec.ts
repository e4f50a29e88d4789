import { expectAccessible } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/test.ts';

test('the documentation is searched, and an address leads to a heading', async ({ millrace, page }) => {
  await page.goto(`${millrace.url}/help`);
  await expect(page.getByRole('heading', { name: 'Documentation', level: 1 })).toBeVisible();
  await expectAccessible(page, 'start of the documentation');

  const search = page.getByRole('combobox', { name: 'Search the documentation' });
  await search.fill('calers hang up');
  await expect(page.getByRole('option').first()).toContainText('The answer');
  await expectAccessible(page, 'search of the documentation');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/help\/guides\/webhooks#the-answer$/);
  await expect(page.getByRole('heading', { name: 'The answer' })).toBeInViewport();
  await expectAccessible(page, 'page of the documentation');

  await page.getByRole('article').getByRole('link', { name: 'triggers', exact: true }).click();
  await expect(page).toHaveURL(/\/help\/guides\/triggers$/);
  await expect(page.getByRole('article')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'The answer' })).toBeInViewport();

  await page.goto(`${millrace.url}/help/nodes/core.httpRequest`);
  await expect(page.getByRole('heading', { name: 'HTTP Request', level: 1 })).toBeVisible();
  await page.goto(`${millrace.url}/help/nowhere`);
  await expect(page.getByText('There is no such page')).toBeVisible();
  await page.goto(`${millrace.url}/help/licenses`);
  await page.getByText(/^react \d/).click();
  await expect(page.getByText(/Permission is hereby granted/).filter({ visible: true })).toBeVisible();
});

test('an example of an expression gives what it says, and follows what is written', async ({ millrace, page }) => {
  await page.goto(`${millrace.url}/help/expressions`);
  const first = page.locator('[data-live-example]').first();
  await expect(first).toContainText('Hello Ada, you have spent 49.75.');
  await first.getByRole('textbox', { name: 'Data of the item ($json)' }).fill('{ "name": "Bo K", "orders": [1, 2] }');
  await expect(first).toContainText('Hello Bo, you have spent 3.');
  await page.getByRole('button', { name: 'Reset the example' }).click();
  await expect(first).toContainText('Hello Ada, you have spent 49.75.');

  await page.getByRole('textbox', { name: 'Filter by name or what it does' }).fill('toUpperCase');
  await page.getByRole('button', { name: 'Try toUpperCase' }).click();
  const tried = page.locator('[data-live-example]').nth(1);
  await expect(tried).toContainText('HELLO');
  await expectAccessible(page, 'reference of expressions');
});

test('the menu of help, and the palette, lead to the documentation', async ({ editor, page }) => {
  await editor.open();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'Documentation' }).click();
  await expect(await opened).toHaveURL(/\/help$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('reverse proxy');
  await expect(page.getByRole('option', { name: 'Behind a reverse proxy' })).toBeVisible();
});
