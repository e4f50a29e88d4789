import { expect, test } from '../fixtures/test.ts';

test('a workflow built in the browser answers real HTTP requests, also after a restart', async ({
  editor,
  millrace,
  outside,
  page,
  request,
}) => {
  await editor.open();
  await editor.rename('Price check');

  await test.step('build webhook → HTTP request → edit fields → if → respond', async () => {
    const webhook = await editor.addNode('webhook', 'Webhook');
    await webhook.fill('Path', 'price');
    await webhook.choose('Respond', /Respond to Webhook/);
    await webhook.close();

    const http = await editor.addNode('http request', 'HTTP Request');
    await http.fillExpression('URL', `${outside.url}/items/{{ $json.query.item }}`);
    await http.close();

    const set = await editor.addNode('edit fields', 'Edit Fields');
    const field = await set.addField('total');
    await field.getByRole('button', { name: 'Type: Text' }).click();
    await page.getByRole('menuitem', { name: 'Number' }).click();
    await field.getByRole('button', { name: 'Add expression' }).click();
    await field.getByRole('textbox', { name: 'Value' }).fill('{{ $json.price * 2 }}');
    await set.close();

    const condition = await editor.addNode('if', 'If');
    await condition.dialog.getByRole('button', { name: 'Add expression' }).first().click();
    await condition.dialog
      .getByRole('textbox', { name: 'Value' })
      .first()
      .fill("{{ $('Webhook').item.json.query.item }}");
    await condition.dialog.getByRole('textbox', { name: 'Value' }).last().fill('none');
    await condition.choose('Operator', 'is not equal to');
    await condition.close();

    const respond = await editor.addNode('respond', 'Respond to Webhook');
    await respond.close();
    await expect(editor.nodes).toHaveCount(6);
  });

  await test.step('run it by hand with the test address and see items on every node', async () => {
    await editor.run();
    await expect(page.getByText('Waiting for the test call')).toBeVisible();
    const answer = await request.get(`${millrace.url}/webhook-test/price?item=7`);
    expect(await answer.json()).toEqual({ total: 84 });
    expect(outside.requests).toContain('GET /items/7');

    for (const name of ['Webhook', 'HTTP Request', 'Edit Fields', 'If', 'Respond to Webhook']) {
      await expect(editor.node(name).getByRole('img', { name: 'Done' }), name).toBeVisible();
    }
    // On five nodes, and on four wires; by the number alone where the name of an output takes the room.
    await expect(editor.canvas.getByText(/^1( item)?$/)).toHaveCount(9);
    const set = await editor.openNode('Edit Fields');
    await expect(set.input.getByText('42', { exact: true })).toBeVisible();
    await expect(set.output.getByText('84', { exact: true })).toBeVisible();
    await set.close();
  });

  await test.step('activate what the test call has saved, and call the production address', async () => {
    await expect(editor.saveButton).toHaveText('Saved');
    await editor.activate();
    const answer = await request.get(`${millrace.url}/webhook/price?item=8`);
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toEqual({ total: 84 });
  });

  await test.step('find the execution and look into it', async () => {
    await page.getByRole('button', { name: 'Executions' }).click();
    const row = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Price check' }).first();
    await expect(row).toContainText('Success');
    await row
      .getByRole('link', { name: /open/i })
      .or(row.getByRole('button', { name: /open/i }))
      .first()
      .click();
    await expect(page).toHaveURL(/\/execution\/\d+/);
    const http = await editor.openNode('HTTP Request');
    await expect(http.output.getByText('/items/8', { exact: true })).toBeVisible();
    await http.close();
  });

  await test.step('restart the server and call again', async () => {
    await millrace.restart();
    const answer = await request.get(`${millrace.url}/webhook/price?item=9`);
    expect(await answer.json()).toEqual({ total: 84 });
    expect(outside.requests).toContain('GET /items/9');
  });
});
