import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { MailServer } from '../fixtures/mail-server.ts';
import { Millrace } from '../fixtures/millrace.ts';
import { expectHome, fillNewAccount, invite, password, setUpOwner, signIn } from '../pages/accounts.ts';

const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const workflow = (name: string) => ({
  name,
  nodes: [{ name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} }],
  connections: {},
});

test('people are set up, invited, sign up, share, are deleted, and get a new password', async ({ browser }) => {
  test.setTimeout(240_000);
  const mails = await MailServer.start();
  const millrace = await Millrace.startFresh(mails.settings);
  const person = async () => (await browser.newContext()).newPage();
  const owner = await person();
  const mira = await person();
  const at = (path: string) => `${millrace.url}${path}`;

  await test.step('a fresh start leads to the set-up, from wherever one comes', async () => {
    await owner.goto(at('/workflow/5'));
    await expect(owner).toHaveURL(at('/setup'));
    await owner.getByLabel('Email').fill('a@');
    await owner.getByLabel('First name').focus();
    await expect(owner.getByText('This is not a valid email address')).toBeVisible();
    await expectAccessible(owner, 'set-up');
    await setUpOwner(owner, millrace.url, 'olga@example.com');
  });

  await test.step('the owner invites two', async () => {
    await owner.getByRole('link', { name: 'Settings' }).click();
    await expect(owner).toHaveURL(at('/settings/personal'));
    await expect(owner.getByText('This device')).toBeVisible();
    await expectAccessible(owner, 'personal settings');
    await owner.getByRole('link', { name: 'Users' }).click();
    await invite(owner, 'mira@example.com, Late <late@example.com>');
    await expect(owner.getByText('mira@example.com, late@example.com')).toBeVisible();
    await expect(rowOf(owner, 'mira@example.com').getByText('Pending')).toBeVisible();
    await expectAccessible(owner, 'users');
  });

  await test.step('one signs up by her link; the invitation of the other is taken back', async () => {
    await mira.goto(await mails.linkTo('mira@example.com'));
    await expect(mira.getByText('Olga Owner has invited you')).toBeVisible();
    await expectAccessible(mira, 'sign-up');
    await fillNewAccount(mira, '<b>Mira</b>', 'Member');
    await mira.getByRole('button', { name: 'Create account' }).click();
    await expectHome(mira);
    await rowOf(owner, 'late@example.com').getByRole('button').click();
    await owner.getByRole('menuitem', { name: 'Resend invite' }).click();
    const link = await mails.linkTo('late@example.com', 2);
    await rowOf(owner, 'late@example.com').getByRole('button').click();
    await owner.getByRole('menuitem', { name: 'Delete user…' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(rowOf(owner, 'late@example.com')).toHaveCount(0);
    const late = await person();
    await late.goto(link);
    await expect(late.getByText('Issue validating invite token')).toBeVisible();
    await expect(late).toHaveURL(at('/signin'));
    await late.goto(at('/signup?inviterId=x'));
    await expect(late.getByText('Missing token').first()).toBeVisible();
    await late.context().close();
  });

  await test.step('a member sees what is hers and what is shared with her', async () => {
    await mira.goto(at('/settings/users'));
    await expect(mira).toHaveURL(at('/templates/'));
    const stored = await owner.request.post(at('/rest/workflows'), { data: workflow('Orders') });
    const { id } = (await stored.json()).data;
    await mira.goto(at(`/workflow/${id}`));
    await expect(mira).toHaveURL(at('/workflow'));
    await owner.goto(at(`/workflow/${id}`));
    await owner.getByRole('button', { name: 'Share…' }).click();
    await owner.getByPlaceholder('Add a person').click();
    await owner.getByRole('option', { name: /Mira/ }).click();
    await expectAccessible(owner, 'share dialog');
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('Sharing saved')).toBeVisible();
    await mira.goto(at(`/workflow/${id}`));
    await expect(mira.getByText('Read only')).toBeVisible();
    await expect(mira.getByRole('button', { name: 'Run workflow' })).toBeVisible();
    await expect(mira.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  });

  await test.step('the session ends under unsaved work, which is saved after signing in again', async () => {
    await mira.goto(at('/workflow'));
    await mira.getByRole('button', { name: /^Rename workflow/ }).click();
    await mira.keyboard.press('ControlOrMeta+a');
    await mira.keyboard.type('Mine');
    await mira.keyboard.press('Enter');
    await mira.context().clearCookies();
    await mira.getByRole('button', { name: /^Save/ }).click();
    const dialog = mira.getByRole('dialog', { name: 'Sign in to go on' });
    await expect(dialog).toBeVisible();
    await expectAccessible(mira, 'sign-in over the editor');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await mira.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(mira.getByRole('button', { name: 'Saved' })).toBeVisible();
    await expect(mira).toHaveURL(/\/workflow\/\d+$/);
  });

  await test.step('a forgotten password is changed by mail, and the other session ends', async () => {
    const other = await person();
    await other.goto(at('/workflow/5'));
    await expect(other).toHaveURL(at('/signin?redirect=%2Fworkflow%2F5'));
    await expectAccessible(other, 'sign-in');
    await signIn(other, 'mira@example.com', 'Wrong1234');
    await expect(other.getByText('Problem logging in')).toBeVisible();
    await other.getByRole('link', { name: 'Forgot my password' }).click();
    await expectAccessible(other, 'forgot password');
    await other.getByLabel('Email').fill('mira@example.com');
    await other.getByRole('button', { name: 'Email me a link' }).click();
    await other.goto(await mails.linkTo('mira@example.com', 2));
    await other.getByLabel('New password', { exact: true }).fill('Changed1x');
    await other.getByLabel('Repeat new password').fill('Changed1y');
    await other.getByRole('button', { name: 'Change password' }).click();
    await expect(other.getByText('Passwords must match')).toBeVisible();
    await expectAccessible(other, 'change password');
    await other.getByLabel('Repeat new password').fill('Changed1x');
    await other.getByRole('button', { name: 'Change password' }).click();
    await expectHome(other);
    await expect(mira.getByRole('dialog', { name: 'Sign in to go on' })).toBeVisible();
    await other.context().close();
  });

  await test.step('the member is deleted, and what she had goes to the owner', async () => {
    await owner.goto(at('/settings/users'));
    // Her name is text, whatever stands in it.
    await rowOf(owner, '<b>Mira</b> Member').getByRole('button').click();
    await owner.getByRole('menuitem', { name: 'Delete user…' }).click();
    const dialog = owner.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Delete everything').check();
    await dialog.getByLabel(/^Type/).fill('Delete all data');
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel(/^Transfer/).check();
    await expectAccessible(owner, 'delete user');
    await dialog.getByPlaceholder('Choose a user').click();
    await owner.getByRole('option', { name: /Olga/ }).click();
    await confirm.click();
    await expect(owner.getByText('belongs to Olga Owner now')).toBeVisible();
    const { data } = await (await owner.request.get(at('/rest/workflows'))).json();
    expect(data.map(({ name }: { name: string }) => name).sort()).toEqual(['Mine', 'Orders']);
  });

  await test.step('keys and the audit log', async () => {
    await owner.getByRole('link', { name: 'API keys' }).click();
    await owner.getByRole('button', { name: 'Create key' }).click();
    await owner.getByRole('dialog').getByLabel('Name').fill('Backup');
    await expectAccessible(owner, 'create an API key');
    await owner.getByRole('dialog').getByRole('button', { name: 'Read only' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const secret = await owner.getByLabel('API key', { exact: true }).inputValue();
    const bearer = { headers: { authorization: `Bearer ${secret}` } };
    const answer = await fetch(at('/rest/workflows'), bearer);
    expect(answer.status).toBe(200);
    await owner.getByRole('button', { name: 'Done' }).click();
    await expectAccessible(owner, 'API keys');
    await owner.getByRole('link', { name: 'Audit log' }).click();
    await expect(owner.getByRole('cell', { name: 'Deleted a user' })).toHaveCount(2);
    await expectAccessible(owner, 'audit log');
  });

  await test.step('after signing out, going back shows nothing', async () => {
    await owner.goto(at('/workflow'));
    await owner.getByRole('button', { name: /^Account of Olga Owner/ }).click();
    await owner.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(owner).toHaveURL(at('/signin'));
    await owner.goBack();
    await expect(owner).toHaveURL(/\/signin/);
    await owner.goto(at('/no-such-page'));
    await expect(owner.getByText('Oops, couldn’t find that')).toBeVisible();
    await expectAccessible(owner, 'not found');
  });

  await millrace.stop();
  await mails.stop();
});

test('without a mail server, invitations are links to hand on, and a forgotten password is a matter of the administrator', async ({
  browser,
  page,
}) => {
  const millrace = await Millrace.startFresh();
  await setUpOwner(page, millrace.url, 'olga@example.com');
  await page.goto(`${millrace.url}/settings/users`);
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Create an invite link' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill('ben@example.com');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Invite link' }).inputValue();
  const ben = await (await browser.newContext()).newPage();
  await ben.goto(`${millrace.url}/forgot-password`);
  await expect(ben.getByText('This instance cannot send email')).toBeVisible();
  await expect(ben.getByRole('button')).toHaveCount(0);
  await ben.goto(link);
  await fillNewAccount(ben, 'Ben', 'Ali');
  await ben.getByRole('button', { name: 'Create account' }).click();
  await expectHome(ben);
  await millrace.stop();
});

test('without user management nobody signs in, and nothing of it is shown', async ({ page }) => {
  const millrace = await Millrace.startFresh({ MILLRACE_USER_MANAGEMENT: 'false' });
  for (const path of ['/signin', '/setup', '/settings/users', '/settings/personal']) {
    await page.goto(`${millrace.url}${path}`);
    await expect(page, path).toHaveURL(`${millrace.url}/templates/`);
  }
  const navigation = page.getByRole('navigation');
  await expect(navigation.getByRole('link', { name: 'Community nodes' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await expect(navigation.getByRole('button', { name: /^Account/ })).toHaveCount(0);
  await millrace.stop();
});

test('a set-up that was skipped leaves a warning, and is signed in by keyboard alone', async ({ page }) => {
  const millrace = await Millrace.startFresh();
  await page.goto(millrace.url);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByRole('button', { name: 'Skip set-up for now' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Skip set-up' }).press('Enter');
  await expectHome(page);
  await page.getByRole('button', { name: /^No accounts/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Set up an owner account' }).press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  for (const value of ['olga@example.com', 'Olga', 'Owner', password]) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: /^Account of Olga Owner/ })).toBeVisible();
  await millrace.stop();
});
