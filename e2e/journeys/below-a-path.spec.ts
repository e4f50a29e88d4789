import { expect, test } from '@playwright/test';
import { Millrace } from '../fixtures/millrace.ts';
import { startReverseProxy } from '../fixtures/reverse-proxy.ts';
import { expectHome } from '../pages/accounts.ts';
import { Editor } from '../pages/editor.ts';

const node = (name: string, type: string, typeVersion: number, position: [number, number], parameters: object) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position,
  parameters,
});
const wire = (to: string) => ({ main: [[{ node: to, type: 'main', index: 0 }]] });

const workflow = {
  nodes: [
    node('Start', 'manualTrigger', 1, [0, 200], {}),
    node('Call', 'webhook', 2, [0, 0], { path: 'below', responseMode: 'responseNode' }),
    node('Answer', 'respondToWebhook', 1.1, [220, 0], {
      respondWith: 'json',
      responseBody: '={{ { form: $execution.resumeFormUrl, called: $json.webhookUrl } }}',
    }),
    node('Ask', 'wait', 1.1, [440, 0], { resume: 'form', formTitle: 'Go on?', formFields: { values: [] } }),
    node('By hand', 'noOp', 1, [220, 200], {}),
  ],
  connections: { Call: wire('Answer'), Answer: wire('Ask'), Start: wire('By hand') },
};

for (const strips of [false, true])
  test(`everything works below a path that the proxy ${strips ? 'strips' : 'keeps'}`, async ({ page, request }) => {
    const proxy = await startReverseProxy('/automation', strips);
    const millrace = await Millrace.start({ MILLRACE_BASE_URL: proxy.address });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (made) => {
      const url = made.url();
      if (/^https?:/.test(url) && !`${url}/`.startsWith(`${proxy.address}/`)) problems.push(`${url} is not below`);
    });
    try {
      proxy.lead(Number(new URL(millrace.url).port));
      const editor = new Editor(page, proxy.address);

      await test.step('the editor opens, stores a workflow and gives it an address below the path', async () => {
        await page.goto(proxy.address);
        await expect(page).toHaveURL(`${proxy.address}/templates/`);
        await page.getByRole('link', { name: 'New blank workflow' }).click();
        await expect(page).toHaveURL(`${proxy.address}/workflow`);
        await expect(editor.nodes.first()).toBeVisible();
        await editor.rename('Below');
        await editor.paste(JSON.stringify(workflow));
        await expect(editor.node('Answer')).toBeVisible();
        await editor.save();
        await expect(page).toHaveURL(`${proxy.address}/workflow/1`);
        await editor.activate();
      });

      await test.step('a run by hand is followed, and its items are shown', async () => {
        const panel = await editor.openNode('By hand');
        await panel.dialog.getByRole('button', { name: 'Run to here' }).click();
        await expect(panel.output).toContainText('1 item');
        await panel.close();
      });

      await test.step('webhooks and forms are called below the path', async () => {
        const called = await request.get(`${proxy.address}/webhook/below`);
        const answer = (await called.json()) as { form: string; called: string };
        expect(answer.called).toBe(`${proxy.address}/webhook/below`);
        expect(answer.form).toMatch(new RegExp(`^${proxy.address}/form-waiting/`));
        const form = await page.context().newPage();
        await form.goto(answer.form);
        await form.getByRole('button', { name: 'Submit' }).click();
        await expect(form.getByRole('heading')).toBeVisible();
        await form.close();
      });

      await test.step('deep addresses can be opened and reloaded, and links stay below the path', async () => {
        await page.reload();
        await expect(editor.node('Answer')).toBeVisible();
        await page.getByRole('button', { name: 'Executions' }).click();
        const row = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Below' }).first();
        await expect(row).toContainText('Success');
        await row.getByRole('link').first().click();
        await expect(page).toHaveURL(new RegExp(`^${proxy.address}/execution/\\d+$`));
        await page.reload();
        await expect(editor.node('Ask')).toBeVisible();
      });

      await test.step('so do the description of the API and health', async () => {
        await page.goto(`${proxy.address}/rest/docs`);
        await page.getByText('List workflows without their nodes').click();
        await page.getByRole('button', { name: 'Try it out' }).click();
        await page.getByRole('button', { name: 'Execute', exact: true }).click();
        await expect(page.locator('.live-responses-table')).toContainText('"name": "Below"');
        expect((await request.get(`${proxy.address}/healthz/readiness`)).status()).toBe(200);
      });

      expect(problems).toEqual([]);
      expect(proxy.outside).toEqual([]);

      if (!strips)
        await test.step('who comes past the proxy is led below the path', async () => {
          await page.goto(`${millrace.url}/`);
          await expect(page).toHaveURL(`${millrace.url}/automation/templates/`);
          await expectHome(page);
        });
    } finally {
      await millrace.stop();
      proxy.close();
    }
  });
