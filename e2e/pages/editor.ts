import { expect, type Locator, type Page } from '@playwright/test';
import { NodePanel } from './node-panel.ts';

/** The editor as a person sees it: found by roles and names, so that a journey breaks where a person would be lost. */
export class Editor {
  readonly page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
  }

  async open(path = '/workflow'): Promise<void> {
    await this.page.goto(`${this.#url}${path}`);
    await expect(this.canvas).toBeVisible();
    await expect(this.nodes.first()).toBeVisible();
  }

  get canvas(): Locator {
    return this.page.getByRole('region', { name: /^Canvas/ });
  }
  /** Cards on the canvas, each named "name, type". */
  get nodes(): Locator {
    return this.canvas.locator('.react-flow__node');
  }
  node(name: string): Locator {
    return this.canvas.getByRole('group', { name: new RegExp(`^${name.replace(/[()[\]?.*+]/g, '\\$&')},`) });
  }
  get activeSwitch(): Locator {
    return this.page.getByRole('switch', { name: /^Active/ });
  }
  get saveButton(): Locator {
    return this.page.getByRole('button', { name: /^Save/ });
  }

  /** Adds a node behind the selected one by keyboard, as a person does who knows its name. The node's panel is open afterwards. */
  async addNode(search: string, name: string): Promise<NodePanel> {
    await this.canvas.focus();
    await this.page.keyboard.press('Tab');
    const creator = this.page.getByRole('complementary', { name: 'Nodes' });
    await creator.getByRole('combobox').fill(search);
    await creator.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    const panel = new NodePanel(this.page);
    await expect(panel.dialog).toBeVisible();
    return panel;
  }

  async openNode(name: string): Promise<NodePanel> {
    await this.node(name).dblclick();
    const panel = new NodePanel(this.page);
    await expect(panel.dialog).toBeVisible();
    return panel;
  }

  /** Puts text on the clipboard and pastes it on the canvas. */
  async paste(text: string): Promise<void> {
    await this.canvas.focus();
    await this.page.evaluate((data) => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', data);
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
    }, text);
  }

  async rename(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Rename workflow/ }).click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(name);
    await this.page.keyboard.press('Enter');
  }

  async save(): Promise<void> {
    await this.saveButton.click();
    await expect(this.page.getByRole('button', { name: 'Saved' })).toBeVisible();
  }

  async activate(): Promise<void> {
    const toggle = this.activeSwitch;
    await toggle.locator('xpath=..').click();
    await expect(toggle).toBeChecked();
    const told = this.page.getByRole('dialog', { name: 'Workflow activated' });
    await told.getByRole('button', { name: 'Got it' }).click();
    await expect(told).toBeHidden();
  }

  async undo(): Promise<void> {
    await this.page.getByRole('button', { name: /^Undo:/ }).click();
  }
  async redo(): Promise<void> {
    await this.page.getByRole('button', { name: /^Redo:/ }).click();
  }

  async run(): Promise<void> {
    await this.page.getByRole('button', { name: 'Run workflow' }).click();
  }
}
