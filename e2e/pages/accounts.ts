import { expect, type Page } from '@playwright/test';

export const password = 'Abcdefg1';

/** What a person without a session does, as it is shown to him. */
export const fillNewAccount = async (page: Page, firstName: string, lastName: string): Promise<void> => {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Password', { exact: true }).fill(password);
};

export const signIn = async (page: Page, email: string, secret = password): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** The homepage leads to the templates. */
export const expectHome = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Workflow templates' })).toBeVisible();

export const setUpOwner = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Set up the owner account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await fillNewAccount(page, 'Olga', 'Owner');
  await page.getByRole('button', { name: 'Next' }).click();
  await expectHome(page);
};

export const invite = async (page: Page, emails: string): Promise<void> => {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByLabel('Email addresses').fill(emails);
  await page.getByRole('button', { name: /^Invite (user|\d+ users)/ }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
};
