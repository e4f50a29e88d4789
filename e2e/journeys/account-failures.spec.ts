import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { MailServer } from '../fixtures/mail-server.ts';
import { Millrace } from '../fixtures/millrace.ts';
import { expectHome, fillNewAccount, setUpOwner } from '../pages/accounts.ts';

const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** Calls to an address fail while `work` is done. */
const failing = async (page: Page, address: string, method: string, work: () => Promise<void>): Promise<void> => {
  const failure = { status: 500, json: { error: 'internal', message: 'The disk is full' } };
  await page.route(`**/rest${address}`, (route) =>
    route.request().method() === method ? route.fulfill(failure) : route.fallback(),
  );
  await work();
  await page.unroute(`**/rest${address}`);
};

/** A toast of the title, with the server's reason; it is closed again. */
const expectFailure = async (page: Page, title: string): Promise<void> => {
  const toast = page.locator('.toast').filter({ hasText: title });
  await expect(toast).toContainText('The disk is full');
  await toast.getByRole('button').click();
  await expect(toast).toBeHidden();
};

test('each of what people do with accounts says so when it fails, and can be tried again', async ({ browser }) => {
  test.setTimeout(180_000);
  const mails = await MailServer.start();
  const millrace = await Millrace.startFresh(mails.settings);
  const at = (path: string) => `${millrace.url}${path}`;
  const person = async () => (await browser.newContext()).newPage();
  const owner = await person();

  await test.step('set-up', async () => {
    await owner.goto(millrace.url);
    await owner.getByLabel('Email').fill('olga@example.com');
    await fillNewAccount(owner, 'Olga', 'Owner');
    await failing(owner, '/owner', 'POST', async () => {
      await owner.getByRole('button', { name: 'Next' }).click();
      await expectFailure(owner, 'Problem setting up owner');
    });
    await setUpOwner(owner, millrace.url, 'olga@example.com');
  });

  await test.step('invitations', async () => {
    await owner.goto(at('/settings/users'));
    await owner.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = owner.getByRole('dialog');
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(460);
    await dialog.getByLabel('Email addresses').fill('mia@example.com, olga@example.com');
    await failing(owner, '/users*', 'POST', async () => {
      await dialog.getByRole('button', { name: 'Invite 2 users' }).click();
      await expectFailure(owner, 'Could not invite users');
    });
    await dialog.getByRole('button', { name: 'Invite 2 users' }).click();
    const refused = owner.locator('.toast').filter({ hasText: 'Could not invite users' });
    await expect(refused).toContainText('olga@example.com has an account already.');
    await expect(owner.locator('.toast').filter({ hasText: 'User invited' })).toContainText('mia@example.com');
    await rowOf(owner, 'mia@example.com').getByRole('button').click();
    await failing(owner, '/users/*/reinvite', 'POST', async () => {
      await owner.getByRole('menuitem', { name: 'Resend invite' }).click();
      await expectFailure(owner, 'Could not reinvite user');
    });
  });

  const mia = await person();
  await test.step('sign-up', async () => {
    await mia.goto(await mails.linkTo('mia@example.com'));
    await fillNewAccount(mia, 'Mia', 'Member');
    await failing(mia, '/users/*', 'POST', async () => {
      await mia.getByRole('button', { name: 'Create account' }).click();
      await expectFailure(mia, 'Problem setting up your account');
    });
    await mia.getByRole('button', { name: 'Create account' }).click();
    await expectHome(mia);
  });

  await test.step('personal settings', async () => {
    await mia.goto(at('/settings/personal'));
    const save = mia.getByRole('button', { name: 'Save' });
    await expect(save).toBeDisabled();
    for (const [label, value, problem] of [
      ['First name', '', 'This field is required'],
      ['Last name', 'x'.repeat(33), 'At most 32 characters'],
      ['Email', 'a@', 'This is not a valid email address'],
    ] as const) {
      const field = mia.getByLabel(label);
      const before = await field.inputValue();
      await field.evaluate((element) => element.removeAttribute('maxlength'));
      await field.fill(value);
      await field.blur();
      await expect(mia.getByText(problem)).toBeVisible();
      await expect(field).toHaveAccessibleDescription(problem);
      await expect(save).toBeDisabled();
      await field.fill(before);
    }
    await mia.getByLabel('Last name').fill('Other');
    await failing(mia, '/me', 'PATCH', async () => {
      await save.click();
      await expectFailure(mia, 'Problem updating your details');
    });
    await mia.getByRole('link', { name: 'API keys' }).click();
    await expect(mia.getByText('Leave without saving?')).toBeVisible();
    await expectAccessible(mia, 'question before leaving');
    await mia.getByRole('button', { name: 'Keep editing' }).click();
    await save.click();
    await expect(mia.getByText('Personal details updated')).toBeVisible();
    await mia.getByRole('link', { name: 'API keys' }).click();
    await expect(mia).toHaveURL(at('/settings/api-keys'));
  });

  await test.step('sign-out', async () => {
    await mia.goto(at('/workflow'));
    await mia.getByRole('button', { name: /^Account of Mia/ }).click();
    await failing(mia, '/logout', 'POST', async () => {
      await mia.getByRole('menuitem', { name: 'Sign out' }).click();
      await expectFailure(mia, 'Could not sign out');
    });
    await expect(mia).toHaveURL(at('/workflow'));
  });

  await test.step('a link for a new password, handed on by the owner', async () => {
    await owner.reload();
    await rowOf(owner, 'mia@example.com').getByRole('button').click();
    await owner.getByRole('menuitem', { name: 'Copy password link…' }).click();
    await failing(owner, '/users/*/password-link', 'POST', async () => {
      await owner.getByRole('button', { name: 'Create link' }).click();
      await expectFailure(owner, 'Could not create the link');
    });
    await owner.getByRole('button', { name: 'Create link' }).click();
    const field = owner.getByRole('textbox', { name: 'Password link' });
    await expect(field).toBeFocused();
    const other = await person();
    await other.goto(await field.inputValue());
    await other.getByLabel('New password', { exact: true }).fill('Changed1x');
    await other.getByLabel('Repeat new password').fill('Changed1x');
    await other.getByRole('button', { name: 'Change password' }).click();
    await expectHome(other);
    await owner.keyboard.press('Escape');
    await expect(owner.getByRole('button', { name: /^Actions for Mia/ })).toBeFocused();
  });

  await test.step('deletion, with what the member had', async () => {
    await rowOf(owner, 'mia@example.com').getByRole('button').click();
    await owner.getByRole('menuitem', { name: 'Delete user…' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel(/^Transfer/).check();
    await dialog.getByPlaceholder('Choose a user').click();
    await owner.getByRole('option', { name: /Olga/ }).click();
    await failing(owner, '/users/*', 'DELETE', async () => {
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await expectFailure(owner, 'Problem while deleting user');
    });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(owner.getByText('What Mia Other had belongs to Olga Owner now.')).toBeVisible();
    await expect(rowOf(owner, 'mia@example.com')).toHaveCount(0);
  });

  await millrace.stop();
  await mails.stop();
});
