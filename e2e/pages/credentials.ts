import { expect, type Locator, type Page } from '@playwright/test';

/** The dialogs of credentials. */
export class Credentials {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get list(): Locator {
    return this.page.getByRole('dialog', { name: 'Credentials', exact: true });
  }
  /** That of one credential, over whatever else is open. */
  get dialog(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.getByRole('tab', { name: 'Connection' }) });
  }

  async openList(): Promise<void> {
    await this.page.getByRole('button', { name: 'Credentials', exact: true }).hover();
    await this.page.getByRole('menu', { name: 'Credentials' }).getByRole('menuitem', { name: 'Open…' }).click();
    await expect(this.list).toBeVisible();
  }

  /** From the list to a new one of a type. */
  async add(search: string, type: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add new' }).first().click();
    const select = this.page.getByRole('dialog', { name: 'Add new credentials' });
    await select.getByRole('combobox').fill(search);
    await this.page.getByRole('option', { name: new RegExp(`^${type}`) }).click();
    await select.getByRole('button', { name: 'Continue' }).click();
    await expect(this.dialog).toBeVisible();
  }

  async fill(label: string, value: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: label, exact: true }).fill(value);
  }

  /** Fields of secrets are no text boxes to those who cannot see them. */
  async fillSecret(label: string, value: string): Promise<void> {
    await this.dialog.locator(`input[type=password][aria-label="${label}"]`).fill(value);
  }

  async rename(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name: /^Rename credentials/ }).click();
    await this.dialog.getByRole('textbox', { name: 'Rename credentials' }).fill(name);
    await this.page.keyboard.press('Enter');
  }

  async save(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(this.dialog.getByRole('button', { name: 'Saved' })).toBeVisible();
  }

  async close(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(this.dialog).toBeHidden();
  }
}
