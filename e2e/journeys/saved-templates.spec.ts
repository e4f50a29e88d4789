import { expectAccessible } from '../fixtures/accessibility.ts';
import { MailServer } from '../fixtures/mail-server.ts';
import { Millrace } from '../fixtures/millrace.ts';
import { expect, test } from '../fixtures/test.ts';
import { expectHome, fillNewAccount, invite, setUpOwner } from '../pages/accounts.ts';
import { Editor } from '../pages/editor.ts';

const token = 'Bearer sk-live-0123456789abcdefghij';
const workflow = {
  name: 'Ask the stock of our shop',
  nodes: [
    { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    {
      name: 'Ask the shop',
      type: 'core.httpRequest',
      typeVersion: 4.2,
      position: [240, 0],
      parameters: {
        url: 'https://shop.example.com/stock',
        sendHeaders: true,
        headerParameters: { parameters: [{ name: 'Authorization', value: token }] },
      },
    },
    {
      name: 'Note',
      type: 'core.stickyNote',
      typeVersion: 1,
      position: [-40, -200],
      parameters: { content: '## Set the address of your shop' },
    },
  ],
  connections: { Start: { main: [[{ node: 'Ask the shop', type: 'main', index: 0 }]] } },
  pinData: { Start: [{ json: { pinned: 'secret of the owner' } }] },
};

test('the owner makes a template of a workflow; a member finds, looks at and uses it, without what was secret', async ({
  browser,
  page,
}) => {
  test.setTimeout(150_000);
  const mails = await MailServer.start();
  const millrace = await Millrace.startFresh(mails.settings);
  const at = (path: string) => `${millrace.url}${path}`;
  try {
    const id = await test.step('the owner has a workflow with a token in it', async () => {
      await setUpOwner(page, millrace.url, 'olga@example.com');
      const created = await page.request.post(at('/rest/workflows'), { data: workflow });
      return (await created.json()).data.id as string;
    });

    await test.step('it is saved as a template, and what was left out is told', async () => {
      await new Editor(page, millrace.url).open(`/workflow/${id}`);
      await page.getByRole('button', { name: 'Workflow menu' }).click();
      await page.getByRole('menuitem', { name: 'Save as template…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save as template' });
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(workflow.name);
      await dialog.getByRole('textbox', { name: 'Description' }).fill('Asks how many there are.');
      await dialog.getByRole('combobox', { name: 'Categories' }).press('ArrowDown');
      await page.getByRole('option', { name: 'Online shops' }).click();
      await page.keyboard.press('Escape');
      await expectAccessible(page, 'save as template');
      await dialog.getByRole('button', { name: 'Save template' }).click();
      await expect(page.getByText('Template saved')).toBeVisible();
      await expect(page.getByText(/Ask the shop \(headerParameters/)).toBeVisible();
    });

    await test.step('a member finds it before the others, though mistyped, and uses it', async () => {
      await page.goto(at('/settings/users'));
      await invite(page, 'mira@example.com');
      const mira = await (await browser.newContext()).newPage();
      await mira.goto(await mails.linkTo('mira@example.com'));
      await fillNewAccount(mira, 'Mira', 'Member');
      await mira.getByRole('button', { name: 'Create account' }).click();
      await expectHome(mira);
      await mira.getByRole('checkbox', { name: 'Your templates' }).check();
      const cards = mira.getByRole('region', { name: /^Workflows/ }).getByRole('listitem');
      await expect(cards).toHaveCount(1);
      await mira.getByRole('checkbox', { name: 'All Categories' }).check();
      await mira.getByRole('searchbox', { name: 'Search workflows' }).fill('stcok shop');
      await expect(cards.first()).toContainText(workflow.name);
      await cards.first().getByRole('link').click();
      await expect(mira.getByRole('heading', { level: 1, name: workflow.name })).toBeVisible();
      await expect(mira.frameLocator('iframe').getByRole('group', { name: /^Ask the shop/ })).toBeVisible();
      await expect(mira.getByRole('complementary', { name: 'Details' })).toContainText('Online shops');
      await expect(mira.getByRole('button', { name: 'Delete' })).toHaveCount(0);
      const given = mira.waitForResponse(/\/rest\/templates\/\d+\/workflow$/);
      await mira.getByRole('link', { name: 'Use this workflow' }).click();
      const text = await (await given).text();
      for (const secret of ['sk-live', 'secret of the owner']) expect(text).not.toContain(secret);
      const editor = new Editor(mira, millrace.url);
      await expect(editor.node('Ask the shop')).toBeVisible();
      await editor.save();
      await expect(mira).toHaveURL(/\/workflow\/\d+$/);
      const refused = await mira.request.post(at('/rest/templates'), {
        data: { name: 'Mine', description: '', categories: [], workflow: { nodes: [], connections: {} } },
      });
      expect(refused.status()).toBe(403);
      await mira.context().close();
    });
  } finally {
    await millrace.stop();
    await mails.stop();
  }
});
