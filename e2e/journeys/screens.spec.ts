import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/test.ts';
import { Credentials } from '../pages/credentials.ts';

/** What a browser would run if any of it were more than text. */
const hostile = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script>{{7*7}}`;

/** Violations of the content policy that the browser reports, and scripts that ran. */
const watchPolicy = async (page: Page): Promise<() => Promise<string[]>> => {
  const reported: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => reported.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      (window as unknown as { reportViolation(text: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      ),
    );
  });
  return async () => {
    const hit = await page.evaluate(() => (window as unknown as { hit?: number }).hit);
    return hit === undefined ? reported : [...reported, 'a script ran'];
  };
};

const failingNode = `Fails ${hostile}`;

test('every screen of the editor is for everyone, and names are text wherever they stand', async ({
  editor,
  millrace,
  page,
}) => {
  test.setTimeout(180_000);
  const violations = await watchPolicy(page);
  const credentials = new Credentials(page);
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${millrace.url}/rest${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  const name = hostile.slice(0, 64);
  const { id: credentialId } = await post('/credentials', {
    name,
    type: 'httpHeaderAuth',
    data: { name: 'X-Key', value: 'canary-of-the-browser' },
  });
  const { id } = await post('/workflows', {
    name: hostile,
    nodes: [
      { name: 'Start', type: 'core.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
      {
        name: failingNode,
        type: 'core.httpRequest',
        typeVersion: 4.2,
        position: [260, 0],
        notes: hostile,
        notesInFlow: true,
        parameters: {
          url: `http://127.0.0.1:9/${encodeURIComponent(hostile)}`,
          authentication: 'genericCredentialType',
          genericAuthType: 'httpHeaderAuth',
        },
        credentials: { httpHeaderAuth: { id: credentialId, name } },
      },
    ],
    connections: { Start: { main: [[{ node: failingNode, type: 'main', index: 0 }]] } },
    settings: { saveManualExecutions: true },
  });

  await test.step('the editor, its toasts and its dialogs', async () => {
    await editor.open(`/workflow/${id}`);
    await expect(page.getByText(hostile).first()).toBeVisible();
    await expectAccessible(page, 'editor');
    await page.getByRole('button', { name: 'Run workflow' }).click();
    await expect(page.locator('.toast').first()).toBeVisible();
    await expectAccessible(page, 'editor with toasts', { withToasts: true });
    await page.getByRole('button', { name: 'Executions', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page, 'executions list');
    await page.keyboard.press('Escape');
    await editor.node(failingNode).dblclick();
    await expect(page.getByRole('dialog').getByRole('tab', { name: 'Parameters' })).toBeVisible();
    await expectAccessible(page, 'node panel');
    await page.keyboard.press('Escape');
  });

  await test.step('credentials', async () => {
    await credentials.openList();
    await expect(credentials.list.getByText(name)).toBeVisible();
    await expectAccessible(page, 'credentials list');
    await page.getByRole('button', { name: 'Add new' }).click();
    await expectAccessible(page, 'choice of a credential type');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await credentials.list.getByText(name).click();
    await expect(credentials.dialog).toBeVisible();
    await expectAccessible(page, 'credential');
    await credentials.dialog.getByRole('tab', { name: 'Details' }).click();
    await expectAccessible(page, 'details of a credential');
    await credentials.dialog.getByRole('tab', { name: 'Connection' }).click();
    await credentials.fill('Name', '');
    await credentials.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(credentials.dialog.getByText('Please check the errors below.')).toBeVisible();
    await expectAccessible(page, 'credential with errors');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('an execution, and packages', async () => {
    const { results } = (await (await page.request.get(`${millrace.url}/rest/executions`)).json()).data;
    await page.goto(`${millrace.url}/execution/${results[0].id}`);
    await expect(page.getByText(hostile).first()).toBeVisible();
    await expectAccessible(page, 'execution');
    await page.goto(`${millrace.url}/settings/community-nodes`);
    await expect(page.getByRole('heading', { name: 'Community nodes' })).toBeVisible();
    await expectAccessible(page, 'community nodes');
  });

  await test.step('nothing was run or asked for that the content policy forbids, and no secret is kept by the browser', async () => {
    expect(await violations()).toEqual([]);
    const kept = await page.evaluate(async () => {
      const databases = await indexedDB.databases();
      const cached = await caches.keys();
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, cached, document.cookie]);
    });
    expect(kept).not.toContain('canary-of-the-browser');
    expect(JSON.parse(kept).slice(2)).toEqual([[], [], '']);
  });
});
