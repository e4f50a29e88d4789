import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { expect, test } from '../fixtures/test.ts';

const node = (name: string, type: string, x: number, parameters: object = {}) => ({
  id: `id-${name}`,
  name,
  type,
  typeVersion: type === 'core.httpRequest' ? 4.2 : 1,
  position: [x, 0],
  parameters,
});

const wire = (to: string) => ({ main: [[{ node: to, type: 'main', index: 0 }]] });

const first = {
  name: 'Orders',
  nodes: [
    node('Start', 'core.manualTrigger', 0),
    node('Ask', 'core.httpRequest', 260, { url: 'https://old.example' }),
    node('Drop', 'core.noOp', 520),
  ],
  connections: { Start: wire('Ask'), Ask: wire('Drop') },
};

const second = {
  ...first,
  nodes: [
    first.nodes[0],
    node('Ask', 'core.httpRequest', 260, { url: 'https://new.example' }),
    node('Keep', 'core.noOp', 520),
  ],
  connections: { Start: wire('Ask'), Ask: wire('Keep') },
};

const versions = (page: Page) => page.getByRole('region', { name: 'Versions' });

test('versions are looked at, compared, named and brought back', async ({ editor, millrace, page }) => {
  const call = async (method: 'post' | 'patch', path: string, data: object) => {
    const answer = await page.request[method](`${millrace.url}/rest${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  const { id, revision } = await call('post', '/workflows', first);
  await call('patch', `/workflows/${id}`, { ...second, revision });

  await editor.open(`/workflow/${id}`);
  await expect(editor.node('Keep')).toBeVisible();
  await page.getByRole('button', { name: 'Workflow menu' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  const view = versions(page);

  await test.step('the latest is shown beside the one before', async () => {
    await expect(view.getByRole('button', { name: /Latest/ })).toHaveAttribute('aria-current', 'true');
    const changes = view.getByRole('region', { name: 'Changes' });
    await expect(changes.getByText('https://old.example')).toBeVisible();
    await expect(changes.getByText('https://new.example')).toBeVisible();
    await expect(changes.getByRole('button', { name: 'Drop' })).toBeVisible();
    await expect(changes.getByRole('button', { name: 'Keep' })).toBeVisible();
    await expect(view.getByRole('group', { name: /^Drop,/ })).toBeVisible();
    for (const change of ['added', 'removed', 'changed'])
      await expect(view.locator(`div[data-change="${change}"]`)).toHaveCount(1);
    await expectAccessible(page, 'versions');
  });

  await test.step('an earlier one is looked at by itself, and not changed', async () => {
    await view.getByRole('button', { name: /^Version 1/ }).click();
    await expect(view.getByRole('group', { name: /^Drop,/ })).toBeVisible();
    await expect(view.getByRole('group', { name: /^Keep,/ })).toHaveCount(0);
    await view.getByRole('group', { name: /^Drop,/ }).click();
    await page.keyboard.press('Delete');
    await expect(page.getByText('Workflow cannot be changed')).toBeVisible();
  });

  await test.step('it gets a name', async () => {
    await view.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Name…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Before the move');
    await page.keyboard.press('Enter');
    await expect(view.getByRole('button', { name: /^Before the move/ })).toBeVisible();
  });

  await test.step('it is compared with what is there now', async () => {
    await view.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'The workflow as it is now' }).click();
    await expect(view.getByText('https://old.example')).toBeVisible();
  });

  await test.step('it is downloaded', async () => {
    await view.getByRole('button', { name: 'More actions' }).click();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download' }).click();
    expect((await downloaded).suggestedFilename()).toBe('Orders (Before the move).json');
  });

  await test.step('somebody else saves meanwhile', async () => {
    await call('patch', `/workflows/${id}`, { name: 'Orders of today' });
  });

  await test.step('it is brought back as a step that can be undone, and saved over what others have changed', async () => {
    await view.getByRole('button', { name: 'Restore' }).click();
    await expect(view).toHaveCount(0);
    await expect(editor.node('Drop')).toBeVisible();
    await expect(editor.node('Keep')).toHaveCount(0);
    await editor.canvas.focus();
    await page.keyboard.press('Control+z');
    await expect(editor.node('Keep')).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await expect(editor.node('Drop')).toBeVisible();
    await editor.saveButton.first().click();
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    const stored = (await (await page.request.get(`${millrace.url}/rest/workflows/${id}`)).json()).data;
    expect(stored.name).toBe('Orders of today');
    expect(stored.nodes.map((one: { name: string }) => one.name).sort()).toEqual(['Ask', 'Drop', 'Start']);
  });

  await test.step('the palette leads there too, and Escape back', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('versions');
    await page.keyboard.press('Enter');
    await expect(view.getByRole('button', { name: /^Before the move/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(view).toHaveCount(0);
    await expect(editor.node('Drop')).toBeVisible();
  });
});

test('an earlier version of an active workflow is published', async ({ editor, millrace, page }) => {
  const call = async (method: 'post' | 'patch', path: string, data: object) => {
    const answer = await page.request[method](`${millrace.url}/rest${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  const hook = (answer: string) => ({
    name: 'Answers',
    nodes: [
      {
        ...node('Called', 'core.webhook', 0, { path: 'versions-journey', responseMode: 'lastNode' }),
        typeVersion: 2,
        webhookId: 'a7a1f5a2-8f6e-4ef0-9a5d-versions0001',
      },
      {
        ...node('Answer', 'core.set', 260, {
          assignments: { assignments: [{ id: '1', name: 'answer', value: answer, type: 'string' }] },
        }),
        typeVersion: 3.4,
      },
    ],
    connections: { Called: wire('Answer') },
  });
  const answerNow = async () =>
    (await (await page.request.get(`${millrace.url}/webhook/versions-journey`)).json()).answer;
  const { id, revision } = await call('post', '/workflows', hook('one'));
  await call('patch', `/workflows/${id}`, { active: true });
  await call('patch', `/workflows/${id}`, { ...hook('two'), revision });
  expect(await answerNow()).toBe('two');

  await editor.open(`/workflow/${id}`);
  await page.getByRole('button', { name: 'Workflow menu' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  const view = versions(page);
  await expect(view.getByRole('button', { name: /Latest Published/ })).toBeVisible();
  await expect(view.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await view.getByRole('button', { name: /^Version 1/ }).click();
  await view.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(view.getByRole('button', { name: /^Version 1 Published/ })).toBeVisible();
  expect(await answerNow()).toBe('one');
});
