import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../fixtures/test.ts';

const node = (name: string, type: string, typeVersion: number, parameters: object, more: object = {}) => ({
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
  ...more,
});

/** A chain of nodes that is active, as a public workflow has them. */
const toWorkflow = (name: string, nodes: ReturnType<typeof node>[]) => ({
  name,
  nodes,
  active: true,
  connections: Object.fromEntries(
    nodes.slice(1).map((to, index) => [nodes[index]?.name, { main: [[{ node: to.name, type: 'main', index: 0 }]] }]),
  ),
});

const order = toWorkflow('Order', [
  node('On form submission', 'n8n-nodes-base.formTrigger', 2.3, {
    formTitle: 'Order',
    formFields: {
      values: [
        { fieldLabel: 'Name', requiredField: true },
        { fieldLabel: 'E-mail', fieldType: 'email' },
      ],
    },
    options: { path: 'order', buttonLabel: 'Next' },
  }),
  node('Check', 'n8n-nodes-base.wait', 1.1, { amount: 6 }),
  node('Bill', 'n8n-nodes-base.form', 1, {
    formFields: {
      values: [
        { fieldLabel: 'Bill', fieldType: 'file', acceptFileTypes: '.txt', requiredField: true },
        { fieldLabel: 'Amount', fieldType: 'number' },
      ],
    },
    options: { formTitle: 'Your bill' },
  }),
  node('Address', 'n8n-nodes-base.form', 1, {
    formFields: { values: [{ fieldLabel: 'Street', fieldType: 'textarea' }] },
    options: { formTitle: '=Where do you live, {{ $("On form submission").first().json.Name }}?' },
  }),
  node('Bye', 'n8n-nodes-base.form', 1, {
    operation: 'completion',
    completionTitle: 'Done',
    completionMessage: '=Your bill is {{ $("Bill").first().json.Bill[0].filename }}.',
  }),
]);

test('a form of three pages is filled in without a reload by hand, with a field that fails and a file', async ({
  millrace,
  page,
  request,
}) => {
  await request.post(`${millrace.url}/rest/workflows`, { data: order });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const accessible = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await test.step('what is wrong is said before anything is sent', async () => {
    await page.goto(`${millrace.url}/form/order`);
    await page.getByLabel('E-mail').fill('ada@');
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('Name: Please fill this in.');
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('This is not an e-mail address.');
    await accessible();
  });

  await test.step('what is said goes while it is typed, so that the button stays under the pointer', async () => {
    await page.getByLabel('Name').pressSequentially('Ada');
    await expect(page.getByText('Please fill this in.')).toHaveCount(0);
    await expect(page.getByRole('alert')).toContainText('E-mail: This is not an e-mail address.');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('the page goes on by itself, while nodes run', async () => {
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: 'One moment…' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your bill' })).toBeVisible();
    await expect(page.getByLabel('Bill')).toBeFocused();
  });

  await test.step('a file of another type is refused by the server, at its field', async () => {
    const file = { mimeType: 'text/plain', buffer: Buffer.from('12') };
    await page.getByLabel('Bill').setInputFiles({ ...file, name: 'bill.pdf' });
    await page.getByLabel('Amount').fill('12.5');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('alert')).toContainText('"bill.pdf" is not a file of an accepted type.');
    await expect(page.getByLabel('Amount')).toHaveValue('12.5');
    await page.getByLabel('Bill').setInputFiles({ ...file, name: 'bill.txt' });
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: 'Where do you live, Ada?' })).toBeVisible();
    await expect(page.getByLabel('Street')).toBeFocused();
  });

  await test.step('a restart of the server in the middle changes nothing', async () => {
    await millrace.restart();
    await page.reload();
    await page.getByLabel('Street').fill('1 Main St');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
    await expect(page.getByText('Your bill is bill.txt.')).toBeVisible();
    await accessible();
  });
  expect(errors).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a form and its pages work', async ({ millrace, page, request }) => {
    await request.post(`${millrace.url}/rest/workflows`, { data: order });
    await page.goto(`${millrace.url}/form/order?Name=Ada`);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: 'Your bill' })).toBeVisible({ timeout: 15_000 });
  });
});
