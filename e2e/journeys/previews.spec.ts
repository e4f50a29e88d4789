import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

/** Lets the worker of previews spin for ever at texts that name it, as an expression would that nothing in the language stops. */
const letSpin = (page: Page) =>
  page.route(/\/preview-worker-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    const spin = "addEventListener('message', ({ data }) => { while (JSON.stringify(data.jobs).includes('spin')); });";
    await route.fulfill({ response: answer, body: `${spin}\n${await answer.text()}` });
  });

test('an expression whose preview never ends holds up neither the page nor other fields, and its field says so', async ({
  editor,
  page,
}) => {
  await letSpin(page);
  await editor.open();
  const panel = await editor.addNode('edit fields', 'Edit Fields');
  const field = await panel.addField('total');
  await field.getByRole('button', { name: 'Add expression' }).click();
  const value = field.getByRole('textbox', { name: 'Value' });
  await value.fill('{{ 6 * 7 }}');
  await expect(field.getByText('42', { exact: true })).toBeVisible();

  await value.fill("{{ 'spin' }}");
  // The page goes on: it takes keys and draws while the worker spins.
  await field.getByRole('textbox', { name: 'Name' }).fill('endless');
  await expect(panel.dialog.getByRole('region', { name: 'endless' })).toBeVisible();
  const renamed = panel.dialog.getByRole('region', { name: 'endless' });
  await expect(renamed.getByText(/preview was stopped/)).toBeVisible();

  await renamed.getByRole('textbox', { name: 'Value' }).fill('{{ 6 * 8 }}');
  await expect(renamed.getByText('48', { exact: true })).toBeVisible();
});
