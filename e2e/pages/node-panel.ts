import { expect, type Locator, type Page } from '@playwright/test';

/** The panel of one node: parameters beside the data that come in and go out. */
export class NodePanel {
  readonly page: Page;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close panel' }) });
  }

  get output(): Locator {
    return this.dialog.getByRole('region', { name: 'Output' });
  }
  get input(): Locator {
    return this.dialog.getByRole('region', { name: 'Input' });
  }

  async fill(label: string, value: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: label, exact: true }).fill(value);
  }

  async fillExpression(label: string, template: string): Promise<void> {
    const field = this.dialog
      .locator('[data-parameter]')
      .filter({ has: this.page.getByText(new RegExp(`^${label}\\*?$`)) });
    await field.last().getByRole('button', { name: 'Add expression' }).click();
    await this.fill(label, template);
  }

  /** Adds a field to an Edit Fields node. @returns its region */
  async addField(name: string): Promise<Locator> {
    await this.dialog.getByRole('button', { name: 'Add field' }).click();
    await this.dialog.getByRole('region', { name: 'Field 1' }).getByRole('textbox', { name: 'Name' }).fill(name);
    return this.dialog.getByRole('region', { name });
  }

  async choose(label: string, option: string | RegExp): Promise<void> {
    await this.dialog.getByRole('combobox', { name: label, exact: true }).click();
    await this.page.getByRole('option', { name: option }).first().click();
  }

  async close(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close panel' }).click();
    await expect(this.dialog).toBeHidden();
  }
}
