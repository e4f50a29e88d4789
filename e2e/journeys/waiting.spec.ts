import { expect, test } from '../fixtures/test.ts';

const node = (name: string, type: string, typeVersion: number, position: [number, number], parameters: object) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position,
  parameters,
});
const wire = (to: string) => ({ main: [[{ node: to, type: 'main', index: 0 }]] });

/** Asks a person, as public workflows do. */
const approval = {
  nodes: [
    node('Order', 'webhook', 2, [0, 0], { path: 'order', httpMethod: 'POST', responseMode: 'responseNode' }),
    node('Ask', 'respondToWebhook', 1.1, [220, 0], {
      respondWith: 'json',
      responseBody: '={{ { form: $execution.resumeFormUrl } }}',
    }),
    node('Approval', 'wait', 1.1, [440, 0], {
      resume: 'form',
      formTitle: '=Approve order {{ $json.body.id }}',
      formFields: {
        values: [
          { fieldLabel: 'Your name', requiredField: true },
          { fieldLabel: 'Amount', fieldType: 'number' },
          {
            fieldLabel: 'Decision',
            fieldType: 'radio',
            fieldOptions: { values: [{ option: 'Yes' }, { option: 'No' }] },
          },
          { fieldLabel: 'Bill', fieldType: 'file', acceptFileTypes: '.txt' },
        ],
      },
      options: { respondWithOptions: { values: { formSubmittedText: 'Thank you, the order goes on.' } } },
    }),
    node('After', 'noOp', 1, [660, 0], {}),
  ],
  connections: { Order: wire('Ask'), Ask: wire('Approval'), Approval: wire('After') },
};

test('a run waits for a person, over a restart, and goes on with the form that was sent', async ({
  editor,
  millrace,
  page,
  request,
}) => {
  await editor.open();
  await editor.rename('Approval');
  await editor.paste(JSON.stringify(approval));
  await expect(editor.node('Approval')).toBeVisible();
  await editor.save();
  await editor.activate();
  const called = await request.post(`${millrace.url}/webhook/order`, { data: { id: 7 } });
  const { form } = (await called.json()) as { form: string };

  await test.step('the execution shows that it waits', async () => {
    await page.getByRole('button', { name: 'Executions' }).click();
    const row = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Approval' }).first();
    await expect(row).toContainText('Waiting');
  });

  await millrace.restart();

  await test.step('the form can be used by keyboard, and says what is wrong', async () => {
    await page.goto(form);
    await expect(page.getByRole('heading', { name: 'Approve order 7' })).toBeVisible();
    await page.getByLabel('Amount').fill('12');
    await page.getByRole('button', { name: 'Submit' }).press('Enter');
    await expect(page.getByRole('alert')).toContainText('Your name: Please fill this in.');
    await expect(page.getByLabel('Amount')).toHaveValue('12');
    await page.getByRole('alert').getByRole('link', { name: 'Your name' }).click();
    await expect(page.getByLabel('Your name')).toBeFocused();
  });

  await test.step('it is sent with a file', async () => {
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Yes').check();
    await page
      .getByLabel('Bill')
      .setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('12') });
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Thank you, the order goes on.')).toBeVisible();
    await page.goto(form);
    await expect(page.getByRole('heading', { name: /used already/ })).toBeVisible();
  });

  await test.step('and the run has gone on with it', async () => {
    await page.goto(`${millrace.url}/workflow`);
    await page.getByRole('button', { name: 'Executions' }).click();
    const row = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Approval' }).first();
    await expect(row).toContainText('Success');
    await row
      .getByRole('link', { name: /open/i })
      .or(row.getByRole('button', { name: /open/i }))
      .first()
      .click();
    const after = await editor.openNode('After');
    await expect(after.input.getByText('Ada', { exact: true })).toBeVisible();
    await after.close();
  });
});

test('a run by hand that waits goes on in the editor when its address is called', async ({
  editor,
  millrace,
  request,
}) => {
  const nodes = [
    node('Start', 'manualTrigger', 1, [0, 0], {}),
    node('Tell', 'set', 3.4, [220, 0], {
      assignments: { assignments: [{ id: '1', name: 'url', type: 'string', value: '={{ $execution.resumeUrl }}' }] },
    }),
    node('Pause', 'wait', 1.1, [440, 0], { resume: 'webhook' }),
    node('After', 'noOp', 1, [660, 0], {}),
  ];
  const connections = { Start: wire('Tell'), Tell: wire('Pause'), Pause: wire('After') };
  const created = await request.post(`${millrace.url}/rest/workflows`, { data: { name: 'Pause', nodes, connections } });
  const { data } = (await created.json()) as { data: { id: string } };
  await editor.open(`/workflow/${data.id}`);
  await editor.run();
  await expect(editor.page.getByText('Workflow started waiting')).toBeVisible();

  const pause = await editor.openNode('Pause');
  await expect(pause.output.getByText(/^The run waits at this node/)).toBeVisible();
  const address = pause.input.getByRole('cell', { name: /^http/ });
  const url = (await address.textContent()) ?? '';
  await pause.output.getByRole('button', { name: 'How it goes on' }).click();
  const dialog = editor.page.getByRole('dialog', { name: /is waiting$/ });
  await expect(dialog.getByText(`GET ${url}`, { exact: true })).toBeVisible();
  await editor.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await request.get(url);
  await expect(pause.output.getByText('1 item')).toBeVisible();
  await pause.close();
  await expect(editor.node('After').getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(editor.page.getByText('Workflow started waiting')).toBeHidden();
});
