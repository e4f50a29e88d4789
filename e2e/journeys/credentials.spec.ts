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
  await panel.choose('Authentication', 'Generic credential type');
  await panel.choose('Credential type', 'Header Auth');

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
  await credentials.fill('GitHub server', service.url);
  await credentials.fillSecret('Access token', 'right');
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
    await credentials.fill('GitHub server', 'http://127.0.0.1:9');
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

test('what fails of a credential is told in a toast, and leaves the dialog as it was', async ({
  editor,
  millrace,
  page,
}) => {
  const credentials = new Credentials(page);
  const failing = async (address: string, method: string, work: () => Promise<void>) => {
    await page.route(`**/rest${address}`, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, json: { error: 'internal', message: 'The disk is full' } })
        : route.fallback(),
    );
    await work();
    await page.unroute(`**/rest${address}`);
  };
  const expectToast = async (title: string, message = 'The disk is full') => {
    const toast = page.locator('.toast').filter({ hasText: title });
    await expect(toast).toContainText(message);
    await toast.getByRole('button').click();
    await expect(toast).toBeHidden();
  };
  await editor.open();
  await credentials.openList();

  await test.step('creating', async () => {
    await credentials.add('header auth', 'Header Auth');
    await credentials.rename('');
    await expectToast('The name cannot be empty', 'Untitled Header Auth');
    await credentials.fill('Name', 'X-Key');
    await credentials.fillSecret('Value', 'secret');
    await failing('/credentials', 'POST', async () => {
      await credentials.dialog.getByRole('button', { name: 'Save' }).click();
      await expectToast('Problem creating credential');
    });
    await expect(credentials.dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
    await credentials.save();
    await expect(credentials.dialog.getByRole('button', { name: /Untitled Header Auth/ })).toBeVisible();
  });

  await test.step('changing, by keyboard', async () => {
    await credentials.fill('Name', 'X-Other');
    await failing('/credentials/*', 'PATCH', async () => {
      await page.keyboard.press('ControlOrMeta+s');
      await expectToast('Problem updating credential');
    });
    await page.keyboard.press('ControlOrMeta+s');
    await expect(credentials.dialog.getByRole('button', { name: 'Saved' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(credentials.dialog).toBeHidden();
    await expect(credentials.list).toBeVisible();
  });

  await test.step('deleting', async () => {
    const remove = credentials.list.getByRole('button', { name: 'Delete “Untitled Header Auth”' });
    await failing('/credentials/*', 'DELETE', async () => {
      await remove.click();
      await page.getByRole('button', { name: 'Yes, delete' }).click();
      await expectToast('Problem deleting credential');
    });
    await expect(remove).toBeVisible();
  });

  await test.step('opening one that was deleted meanwhile, and one of a type that is not there', async () => {
    const listed = await (await page.request.get(`${millrace.url}/rest/credentials`)).json();
    const { id } = listed.data.find(({ name }: { name: string }) => name === 'Untitled Header Auth');
    await page.route(`**/rest/credentials/${id}?*`, async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ response, json: { data: { ...data, type: 'goneApi' } } });
    });
    await credentials.list.getByText('Untitled Header Auth').click();
    await expectToast('Problem loading credential', 'Could not find credential of type “goneApi”');
    await expect(credentials.dialog).toBeHidden();
    await page.unroute(`**/rest/credentials/${id}?*`);
    await page.request.delete(`${millrace.url}/rest/credentials/${id}`);
    await credentials.list.getByText('Untitled Header Auth').click();
    await expectToast('Problem loading credential', `Could not find credential with id “${id}”`);
    await expect(credentials.dialog).toBeHidden();
  });

  await test.step('an account whose service has no address', async () => {
    await credentials.add('oauth2 api', 'OAuth2 API');
    for (const label of ['Authorization URL', 'Access token URL']) await credentials.fill(label, 'nowhere');
    await credentials.fill('Client ID', 'me');
    await credentials.fillSecret('Client secret', 'secret');
    const opened = page.waitForEvent('popup');
    await credentials.dialog.getByRole('button', { name: 'Connect my account' }).click();
    const signIn = await opened;
    await expectToast('OAuth Authorization Error', 'must hold an address');
    expect(signIn.isClosed()).toBe(true);
  });
});
