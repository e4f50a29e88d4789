import type { Page } from '@playwright/test';
import { Millrace } from '../fixtures/millrace.ts';
import { type OpenIdService, startOpenIdService } from '../fixtures/openid-provider.ts';
import { expect, test } from '../fixtures/test.ts';
import { Credentials } from '../pages/credentials.ts';

let service: OpenIdService;

test.beforeAll(async ({ millrace }) => {
  service = await startOpenIdService(`${millrace.url}/rest/oauth2-credential/callback`, 3);
});
test.afterAll(() => service.close());

const newAccount = async (page: Page): Promise<Credentials> => {
  const credentials = new Credentials(page);
  await credentials.openList();
  await credentials.add('oauth2 api', 'OAuth2 API');
  const { 'Client secret': secret, ...fields } = service.fields;
  for (const [label, value] of Object.entries(fields)) await credentials.fill(label, value);
  await credentials.fillSecret('Client secret', secret);
  await credentials.fill('Auth URI query parameters', 'prompt=consent');
  return credentials;
};

const connect = async (page: Page, credentials: Credentials): Promise<Page> => {
  const opened = page.waitForEvent('popup');
  await credentials.dialog.getByRole('button', { name: 'Connect my account' }).click();
  return opened;
};

test('an account is connected in a window of its own, serves a workflow, and goes on doing so when its token has ended', async ({
  editor,
  millrace,
  page,
}) => {
  await editor.open();
  const credentials = await newAccount(page);
  await credentials.rename('My account');

  await test.step('connect', async () => {
    const signIn = await connect(page, credentials);
    await signIn.getByPlaceholder(/login/i).fill('ada');
    await signIn.getByPlaceholder(/password/i).fill('anything');
    await signIn.getByRole('button', { name: /sign-in/i }).click();
    const closed = signIn.waitForEvent('close');
    await signIn.getByRole('button', { name: /continue/i }).click();
    await expect(credentials.dialog.getByText('Account connected')).toBeVisible();
    await closed;
  });

  await test.step('connect again', async () => {
    const opened = page.waitForEvent('popup');
    await credentials.dialog.getByRole('button', { name: 'Reconnect' }).click();
    const signIn = await opened;
    const proceed = signIn.getByRole('button', { name: /continue/i });
    // Until then it is sent from page to page.
    await expect(proceed).toBeVisible();
    expect(await signIn.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 700]);
    const closed = signIn.waitForEvent('close');
    await proceed.click();
    await closed;
    await expect(credentials.dialog.getByText('Account connected')).toBeVisible();
    await credentials.close();
  });

  const listed = await page.request.get(`${millrace.url}/rest/credentials`);
  const { id } = (await listed.json()).data.find(({ name }: { name: string }) => name === 'My account');
  const created = await page.request.post(`${millrace.url}/rest/workflows`, {
    data: {
      name: 'Reads the account',
      nodes: [
        { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
        {
          name: 'Read',
          type: 'core.httpRequest',
          typeVersion: 4.2,
          position: [220, 0],
          parameters: {
            url: service.apiUrl,
            authentication: 'genericCredentialType',
            genericAuthType: 'oAuth2Api',
          },
          credentials: { oAuth2Api: { id, name: 'My account' } },
        },
      ],
      connections: { Start: { main: [[{ node: 'Read', type: 'main', index: 0 }]] } },
    },
  });
  await editor.open(`/workflow/${(await created.json()).data.id}`);
  const answered = async (times: number) => {
    await editor.run();
    await expect.poll(() => service.statuses.filter((status) => status === 200).length).toBe(times);
    await expect(editor.node('Read').getByRole('img', { name: 'Done' })).toBeVisible();
  };
  await answered(1);
  await expect.poll(() => service.hasTokenEnded()).toBe(true);
  await answered(2);
});

test('one of Google is connected by the button by which people know it', async ({ browser }) => {
  const millrace = await Millrace.start({});
  const google = await startOpenIdService(`${millrace.url}/rest/oauth2-credential/callback`, 60);
  const { 'Authorization URL': authUrl, 'Access token URL': accessTokenUrl, Scope: scope } = google.fields;
  const overwritten = JSON.stringify({ googleSheetsOAuth2Api: { authUrl, accessTokenUrl, scope } });
  await millrace.restart({ MILLRACE_CREDENTIALS_OVERWRITES: overwritten });
  const page = await browser.newPage();
  await page.goto(`${millrace.url}/workflow`);
  const credentials = new Credentials(page);
  await credentials.openList();
  await credentials.add('google sheets oauth2', 'Google Sheets OAuth2 API');
  await credentials.fill('Client ID', google.fields['Client ID']);
  await credentials.fillSecret('Client secret', google.fields['Client secret']);
  const opened = page.waitForEvent('popup');
  await credentials.dialog.getByRole('button', { name: 'Sign in with Google' }).click();
  const signIn = await opened;
  await signIn.getByPlaceholder(/login/i).fill('ada');
  await signIn.getByPlaceholder(/password/i).fill('anything');
  await signIn.getByRole('button', { name: /sign-in/i }).click();
  const closed = signIn.waitForEvent('close');
  await signIn.getByRole('button', { name: /continue/i }).click();
  await closed;
  await expect(credentials.dialog.getByText('Account connected')).toBeVisible();
  await page.close();
  google.close();
  await millrace.stop();
});

test('an account that the person does not give is told of, and can be asked for again', async ({ editor, page }) => {
  await editor.open();
  const credentials = await newAccount(page);
  const signIn = await connect(page, credentials);
  await signIn.getByRole('link', { name: /cancel/i }).click();
  const failure = credentials.dialog.getByRole('alert');
  await expect(failure).toContainText('The account was not connected');
  await failure.getByRole('button', { name: 'More details' }).click();
  await expect(failure).toContainText(/denied|aborted/i);
  await expect(credentials.dialog.getByRole('button', { name: 'Connect my account' })).toBeVisible();
  await signIn.close();

  await test.step('who closes without an account is asked', async () => {
    await credentials.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Close without connecting?')).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(credentials.dialog).toBeHidden();
  });
});
