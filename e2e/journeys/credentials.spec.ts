import { type ProtectedServer, startProtectedServer } from '../fixtures/protected-server.ts';
import { expect, test } from '../fixtures/test.ts';
import { Credentials } from '../pages/credentials.ts';

let service: ProtectedServer;
let key = 'right';

test.beforeAll(async () => {
  service = await startProtectedServer(
    (headers) => headers['x-api-key'] === key || headers.authorization === `token ${key}`,
  );
});
test.afterAll(() => service.close());

test('a header credential is made while a node is set up, and opens a protected server to its workflow', async ({
  editor,
  page,
}) => {
  const credentials = new Credentials(page);
  await editor.open();
  const panel = await editor.addNode('http', 'HTTP Request');
  await panel.fill('URL', `${service.url}/orders`);
  await panel.choose('Authentication', 'Generic Credential Type');
  await panel.choose('Credential Type', 'Header Auth');

  await test.step('without one the workflow does not run, and says why', async () => {
    await panel.dialog.getByRole('button', { name: 'Run to here' }).click();
    await expect(page.getByText('HTTP Request: Credentials for "Header Auth" are not set.')).toBeVisible();
    expect(service.heard).toEqual([]);
  });

  await test.step('made in place, it is taken', async () => {
    await panel.choose('Credential for Header Auth', 'Create new…');
    await credentials.fill('Name', 'X-Api-Key');
    await credentials.fillSecret('Value', 'right');
    await credentials.rename('Shop key');
    await credentials.save();
    await credentials.close();
    await expect(panel.dialog.getByRole('combobox', { name: 'Credential for Header Auth' })).toHaveValue('Shop key');
  });

  await panel.dialog.getByRole('button', { name: 'Run to here' }).click();
  await expect(panel.output.getByText('ada').first()).toBeVisible();
  expect(service.heard).toEqual([{ path: '/orders', isLetIn: true }]);
  await panel.close();
  await editor.rename('Calls the shop');
  await editor.save();

  await test.step('it is listed, and who deletes it hears which workflow uses it', async () => {
    await credentials.openList();
    const row = credentials.list.getByRole('row').filter({ hasText: 'Shop key' });
    await expect(row).toContainText('Header Auth');
    await row.getByRole('button', { name: 'Delete “Shop key”' }).click();
    await expect(page.getByText(/One workflow uses it, and fails without it: “Calls the shop”/)).toBeVisible();
    await page.getByRole('button', { name: 'Yes, delete' }).click();
    await expect(page.getByText('Credential deleted')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await expect(
    editor.node('HTTP Request').getByRole('img', { name: /Credentials with name "Shop key" do not exist/ }),
  ).toBeVisible();
});

test('a credential is tested when it is stored and opened, and says why it does not work', async ({ editor, page }) => {
  const credentials = new Credentials(page);
  await editor.open();
  await credentials.openList();
  await credentials.add('github', 'GitHub API');
  await credentials.fill('GitHub Server', service.url);
  await credentials.fillSecret('Access Token', 'right');
  await credentials.save();
  await expect(credentials.dialog.getByText('Connection tested successfully')).toBeVisible();
  await credentials.close();

  key = 'changed';
  await credentials.list.getByText('GitHub account', { exact: true }).click();
  const failure = credentials.dialog.getByRole('alert');
  await expect(failure).toContainText('Couldn’t connect with these settings');
  await failure.getByRole('button', { name: 'More details' }).click();
  await expect(failure).toContainText(/401|token/i);

  key = 'right';
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(credentials.dialog.getByText('Connection tested successfully')).toBeVisible();

  await test.step('stored secrets are not sent to another place unasked', async () => {
    await credentials.fill('GitHub Server', 'http://127.0.0.1:9');
    await credentials.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(credentials.dialog.getByText('Type the secrets again')).toBeVisible();
    await credentials.dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await expect(credentials.dialog).toBeHidden();
  });
});

test('a webhook answers those alone who know the user and password of its credential', async ({
  editor,
  millrace,
  page,
}) => {
  const credentials = new Credentials(page);
  await editor.open();
  const panel = await editor.addNode('webhook', 'Webhook');
  await panel.fill('Path', 'guarded');
  await panel.choose('Authentication', 'Basic');
  await panel.choose('Credential for Basic Auth', 'Create new…');
  await credentials.fill('User', 'ada');
  await credentials.fillSecret('Password', 'lovelace');
  await credentials.save();
  await credentials.close();
  await panel.close();
  await editor.rename('Guarded');
  await editor.save();
  await editor.activate();

  const call = (user?: string, password?: string) =>
    fetch(`${millrace.url}/webhook/guarded`, {
      headers: user === undefined ? {} : { authorization: `Basic ${btoa(`${user}:${password}`)}` },
    });
  expect((await call()).status).toBe(401);
  expect((await call('ada', 'wrong')).status).toBe(403);
  expect((await call('ada', 'lovelace')).status).toBe(200);
});
