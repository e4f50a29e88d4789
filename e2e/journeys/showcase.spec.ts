import { expectAccessible } from '../fixtures/accessibility.ts';
import { Millrace } from '../fixtures/millrace.ts';
import { expect, test } from '../fixtures/test.ts';
import { Editor } from '../pages/editor.ts';

/** Has a node to run, and a trigger that would make it active. */
const workflow = {
  name: 'Orders',
  nodes: [
    { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    { name: 'Hook', type: 'core.webhook', typeVersion: 2, position: [0, 200], parameters: { path: 'orders' } },
    { name: 'Step', type: 'core.noOp', typeVersion: 1, position: [240, 0], parameters: {} },
  ],
  connections: { Start: { main: [[{ node: 'Step', type: 'main', index: 0 }]] } },
};

test('an instance that runs no workflows lets people build and save, and leads to where they run', async ({
  page,
  outside,
}) => {
  test.setTimeout(120_000);
  const paymentUrl = `${outside.url}/plans`;
  const millrace = await Millrace.start({ MILLRACE_DEMO_MODE: 'false', MILLRACE_PAYMENT_URL: paymentUrl });
  try {
    const editor = new Editor(page, millrace.url);
    const created = await page.request.post(`${millrace.url}/rest/workflows`, { data: workflow });
    const address = `/workflow/${(await created.json()).data.id}`;
    const runs: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/workflows/run')) runs.push(request.url());
    });

    await test.step('the header has Upgrade in place of the switch, and everything is for everyone', async () => {
      await editor.open(address);
      await expect(page.getByRole('button', { name: 'Upgrade' })).toBeVisible();
      await expect(editor.activeSwitch).toHaveCount(0);
      await expectAccessible(page, 'editor of a showcase');
    });

    await test.step('each way to run leads to the payment page in this tab', async () => {
      const ways: [string, () => Promise<unknown>][] = [
        ['Upgrade', () => page.getByRole('button', { name: 'Upgrade' }).click()],
        ['the button of the canvas', () => page.getByRole('button', { name: 'Run workflow' }).click()],
        ['the key', () => editor.canvas.press('ControlOrMeta+Enter')],
        [
          'a card',
          async () => {
            await editor.node('Step').hover();
            await editor.node('Step').getByRole('button', { name: 'Run to here' }).click();
          },
        ],
        [
          'the panel of a node',
          async () => {
            const panel = await editor.openNode('Step');
            await panel.dialog.getByRole('button', { name: 'Run to here' }).click();
          },
        ],
        [
          'a test call',
          async () => {
            const panel = await editor.openNode('Hook');
            await panel.dialog.getByRole('button', { name: 'Listen for test call' }).click();
          },
        ],
      ];
      for (const [name, go] of ways) {
        await editor.open(address);
        await go();
        await page.waitForURL(paymentUrl);
        expect(page.context().pages(), name).toHaveLength(1);
      }
    });

    await test.step('what is not saved is asked about first, and can be saved', async () => {
      await editor.open(address);
      await editor.node('Step').click();
      await page.keyboard.press('d');
      await page.getByRole('button', { name: 'Upgrade' }).click();
      const question = page.getByRole('dialog', { name: 'Save changes before leaving?' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toBeHidden();
      await page.getByRole('button', { name: 'Run workflow' }).click();
      await question.getByRole('button', { name: 'Save', exact: true }).click();
      await page.waitForURL(paymentUrl);
      const { data } = await (
        await page.request.get(`${millrace.url}/rest${address.replace('workflow', 'workflows')}`)
      ).json();
      expect(data.nodes.find(({ name }: { name: string }) => name === 'Step').disabled).toBe(true);
    });

    await test.step('switches of lists are shown and off', async () => {
      await page.goto(`${millrace.url}/workflows`);
      const toggle = page.getByRole('switch', { name: 'Activate “Orders”' });
      await expect(toggle).toBeDisabled();
      await toggle.locator('xpath=../..').hover();
      await expect(page.getByRole('tooltip')).toHaveText('Workflows cannot be activated on this instance.');
    });
    expect(runs).toEqual([]);
    const { results } = (await (await page.request.get(`${millrace.url}/rest/executions`)).json()).data;
    expect(results).toEqual([]);

    await test.step('without an address a dialog says that they run nowhere', async () => {
      await millrace.restart({ MILLRACE_PAYMENT_URL: '' });
      await editor.open(address);
      await page.getByRole('button', { name: 'Run workflow' }).click();
      const dialog = page.getByRole('dialog', { name: 'Running workflows is not available on this instance' });
      await expect(dialog).toBeVisible();
      await expectAccessible(page, 'dialog of a showcase');
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(dialog).toBeHidden();
    });

    await test.step('an instance that runs them has no Upgrade', async () => {
      await millrace.restart({ MILLRACE_DEMO_MODE: 'true' });
      await editor.open(address);
      await expect(editor.activeSwitch).toBeVisible();
      await expect(page.getByRole('button', { name: 'Upgrade' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Run workflow' }).click();
      await expect(editor.node('Start').getByRole('img', { name: 'Done' })).toBeVisible();
    });
  } finally {
    await millrace.stop();
  }
});
