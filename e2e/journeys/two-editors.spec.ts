import { expect, test } from '../fixtures/test.ts';
import { Editor } from '../pages/editor.ts';

const fields = (name: string, value: string, y: number) => ({
  id: name.toLowerCase(),
  name,
  type: 'core.set',
  typeVersion: 3.4,
  position: [460, y],
  parameters: { assignments: { assignments: [{ id: 'a', name: 'text', value, type: 'string' }] }, options: {} },
});

test('two people edit one workflow: what fits together is put together, and where it does not, they choose', async ({
  browser,
  editor,
  millrace,
  page,
}) => {
  const stored = await page.request.post(`${millrace.url}/rest/workflows`, {
    data: {
      name: 'Shared',
      nodes: [
        {
          id: 'start',
          name: 'Start',
          type: 'core.manualTrigger',
          typeVersion: 1,
          position: [240, 300],
          parameters: {},
        },
        fields('First', 'one', 200),
        fields('Second', 'two', 400),
        {
          id: 'hook',
          name: 'Hook',
          type: 'core.webhook',
          typeVersion: 2,
          position: [240, 600],
          parameters: { path: 'shared' },
        },
      ],
      connections: {
        Start: {
          main: [
            [
              { node: 'First', type: 'main', index: 0 },
              { node: 'Second', type: 'main', index: 0 },
            ],
          ],
        },
      },
    },
  });
  const { id } = (await stored.json()).data as { id: string };
  const theirPage = await (await browser.newContext()).newPage();
  const theirs = new Editor(theirPage, millrace.url);
  await editor.open(`/workflow/${id}`);
  await theirs.open(`/workflow/${id}`);

  const setText = async (of: Editor, node: string, text: string) => {
    const panel = await of.openNode(node);
    await panel.dialog.getByRole('textbox', { name: 'Value' }).fill(text);
    await panel.close();
  };
  const textIn = async (of: Editor, node: string) => {
    const panel = await of.openNode(node);
    const text = await panel.dialog.getByRole('textbox', { name: 'Value' }).inputValue();
    await panel.close();
    return text;
  };

  await test.step('a save sends no more than what was changed', async () => {
    await setText(theirs, 'First', 'theirs');
    const request = theirPage.waitForRequest((sent) => sent.url().endsWith('/patches'));
    await theirs.save();
    const { patches } = (await request).postDataJSON() as { patches: unknown[] };
    expect(patches).toEqual([
      { op: 'replace', path: '/nodes/first/data/parameters/assignments/assignments/0/value', value: 'theirs' },
    ]);
  });

  await test.step('changes of different nodes are put together', async () => {
    await setText(editor, 'Second', 'mine');
    await editor.save();
    await expect(page.getByText('Someone else changed this workflow too')).toBeVisible();
    expect(await textIn(editor, 'First')).toBe('theirs');
    expect(await textIn(editor, 'Second')).toBe('mine');
  });

  await test.step('the same field changed by both is asked about', async () => {
    await setText(editor, 'First', 'mine again');
    await editor.rename('Renamed here');
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    await setText(theirs, 'First', 'theirs again');
    await setText(theirs, 'Second', 'theirs too');
    await theirs.saveButton.click();
    const question = theirPage.getByRole('dialog', { name: 'Someone else changed this workflow' });
    await expect(question.getByText('mine again')).toBeVisible();
    await question
      .getByRole('group', { name: /^Second/ })
      .getByRole('radio', { name: /^Mine/ })
      .check();
    await question
      .getByRole('group', { name: /^First/ })
      .getByRole('radio', { name: /^Theirs/ })
      .check();
    await question.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(question).toBeHidden();
    await expect(theirPage.getByRole('button', { name: 'Saved' })).toBeVisible();
    await expect(theirPage.getByRole('button', { name: /^Rename workflow/ })).toContainText('Renamed here');
  });

  await test.step('a workflow that one activates is shown as active to the other', async () => {
    await expect(editor.activeSwitch).not.toBeChecked();
    await theirs.activeSwitch.click();
    await expect(editor.activeSwitch).toBeChecked();
    await editor.activeSwitch.click();
    await expect(theirs.activeSwitch).not.toBeChecked();
  });

  await test.step('both find the same when they open it again', async () => {
    for (const each of [editor, theirs]) {
      await each.open(`/workflow/${id}`);
      expect(await textIn(each, 'First')).toBe('mine again');
      expect(await textIn(each, 'Second')).toBe('theirs too');
    }
  });
  await theirPage.close();
});
