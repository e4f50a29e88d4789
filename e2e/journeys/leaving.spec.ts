import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

interface Stored {
  id: string;
  active: boolean;
}

const workflow = (name: string, nodes: object[]) => ({ name, nodes, connections: {} });
const node = (name: string, type: string, parameters = {}) => ({
  id: name.toLowerCase(),
  name,
  type,
  typeVersion: 1,
  position: [240, 300],
  parameters,
});
const webhook = (path: string) => ({ ...node('Webhook', 'core.webhook', { path }), webhookId: crypto.randomUUID() });

/** Lets the next such request wait until it is told to go on. */
const held = async (page: Page, address: RegExp): Promise<{ arrived: Promise<void>; release: () => Promise<void> }> => {
  const arrived = Promise.withResolvers<void>();
  const route = Promise.withResolvers<Route>();
  await page.route(
    address,
    (caught) => {
      arrived.resolve();
      route.resolve(caught);
    },
    { times: 1 },
  );
  return { arrived: arrived.promise, release: async () => (await route.promise).continue() };
};

const openFromList = async (page: Page, name: string) => {
  await page.keyboard.press('ControlOrMeta+o');
  await page.getByRole('dialog').getByRole('link', { name }).click();
  await expect(page.getByRole('button', { name: /^Rename workflow/ })).toContainText(name);
};

test('what was asked for in one workflow is done to that one, though another is opened meanwhile', async ({
  editor,
  millrace,
  page,
}) => {
  const store = async (data: object): Promise<Stored> =>
    (await (await page.request.post(`${millrace.url}/rest/workflows`, { data })).json()).data;
  const stored = async ({ id }: Stored): Promise<Stored> =>
    (await (await page.request.get(`${millrace.url}/rest/workflows/${id}`)).json()).data;
  const a = await store(workflow('Workflow A', [webhook('leaving-a')]));
  const b = await store(workflow('Workflow B', [webhook('leaving-b')]));

  await test.step('an activation after a save under way', async () => {
    await editor.open(`/workflow/${a.id}`);
    const save = await held(page, /\/patches$/);
    await editor.rename('Workflow A, renamed');
    await save.arrived;
    await page
      .getByRole('switch', { name: /^Active/ })
      .locator('xpath=..')
      .click();
    const opening = openFromList(page, 'Workflow B');
    await save.release();
    await opening;
    await expect.poll(async () => (await stored(a)).active).toBe(true);
    expect((await stored(b)).active).toBe(false);
    await expect(page.getByRole('switch', { name: /^Active/ })).not.toBeChecked();
  });

  await test.step('a run', async () => {
    const c = await store(workflow('Workflow C', [node('Start', 'core.manualTrigger')]));
    await editor.open(`/workflow/${c.id}`);
    const start = await held(page, /\/workflows\/run$/);
    await page.getByRole('button', { name: 'Run workflow', exact: true }).click();
    await start.arrived;
    await openFromList(page, 'Workflow B');
    const answer = page.waitForResponse(/\/workflows\/run$/);
    await start.release();
    await answer;
    await expect(page.getByRole('button', { name: 'Run workflow', exact: true })).toBeVisible();
    await expect(editor.node('Webhook')).toBeVisible();
    await expect(page.getByText('Workflow executed successfully')).toHaveCount(0);
  });
});

test('a new workflow whose activation is refused is stored once', async ({ editor, millrace, page }) => {
  const taken = { ...workflow('Has the path', [webhook('leaving-taken')]), active: true };
  await page.request.post(`${millrace.url}/rest/workflows`, { data: taken });
  await editor.open();
  await editor.paste(JSON.stringify(workflow('', [webhook('leaving-taken')])));
  const toggle = page.getByRole('switch', { name: /^Active/ });
  for (let time = 0; time < 3; time++) {
    await toggle.locator('xpath=..').click();
    await expect(page.getByText('Workflow could not be activated').first()).toBeVisible();
    await expect(toggle).toBeEnabled();
    await expect(toggle).not.toBeChecked();
  }
  await expect(page).toHaveURL(/\/workflow\/\d+$/);
  const name = (await page.getByRole('button', { name: /^Rename workflow/ }).textContent()) ?? '';
  const filter = encodeURIComponent(JSON.stringify({ name }));
  const { data } = await (await page.request.get(`${millrace.url}/rest/workflows?filter=${filter}`)).json();
  expect(data).toHaveLength(1);
});

test('where another page has stored the changes the address says so, and nothing is asked', async ({
  editor,
  millrace,
  page,
}) => {
  const data = workflow('Workflow C', [node('Start', 'core.manualTrigger')]);
  const { id } = (await (await page.request.post(`${millrace.url}/rest/workflows`, { data })).json()).data as Stored;
  await editor.open(`/workflow/${id}`);
  await editor.node('Start').click();
  await page.keyboard.press('d');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await page.evaluate(() => {
    history.pushState(history.state, '', `${location.pathname}?action=workflowSave`);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const stored = await (await page.request.get(`${millrace.url}/rest/workflows/${id}`)).json();
  expect(stored.data.nodes[0].disabled).toBeUndefined();
});
