import { expect, test } from '@playwright/test';
import { Millrace } from '../fixtures/millrace.ts';
import { fillNewAccount, password, setUpOwner } from '../pages/accounts.ts';

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
  await expect(ben.getByRole('region', { name: /^Canvas/ })).toBeVisible();
  await millrace.stop();
});

test('without user management nobody signs in, and nothing of it is shown', async ({ page }) => {
  const millrace = await Millrace.startFresh({ MILLRACE_USER_MANAGEMENT: 'false' });
  for (const path of ['/signin', '/setup', '/settings/users', '/settings/personal']) {
    await page.goto(`${millrace.url}${path}`);
    await expect(page, path).toHaveURL(`${millrace.url}/workflow`);
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
  await expect(page.getByRole('region', { name: /^Canvas/ })).toBeVisible();
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
