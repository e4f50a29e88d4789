import type { Execution, WorkflowNode } from '@millrace/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../testing.ts';
import { multipart } from '../waits/waits-for-test.ts';

/** Forms on whole servers, with real workers and the built-in nodes. */

// Whole servers start here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Node = Omit<WorkflowNode, 'position'>;
type Parts = Parameters<typeof multipart>[0];

const node = (name: string, type: string, parameters: object = {}, typeVersion = 1): Node => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  parameters: parameters as Node['parameters'],
});
const trigger = (path: string, more: object = {}, options: object = {}) =>
  node(
    'On form submission',
    'formTrigger',
    {
      formTitle: 'Order',
      formFields: { values: [{ fieldLabel: 'Name', requiredField: true }] },
      options: { path, ...options },
      ...more,
    },
    2.3,
  );
const page = (name: string, ...values: object[]) =>
  node(name, 'form', { formFields: { values }, options: { formTitle: name } });

const start = async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const api = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${server.url}/rest${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const { data } = (await response.json()) as { data: T };
    return data;
  };
  /** A chain of nodes that is active. */
  const save = async (name: string, nodes: Node[], more: object = {}): Promise<Response> => {
    const wires = nodes
      .slice(1)
      .map(({ name: to }, index) => [nodes[index]!.name, { main: [[{ node: to, type: 'main', index: 0 }]] }]);
    const placed = nodes.map((each, index) => ({ ...each, position: [index * 100, 0] }));
    const workflow = { name, nodes: placed, connections: Object.fromEntries(wires), active: true, ...more };
    return fetch(`${server.url}/rest/workflows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(workflow),
    });
  };
  const send = (address: string, parts: Parts, headers: Record<string, string> = {}) => {
    const body = multipart(parts);
    const url = address.startsWith('/') ? `${server.url}${address}` : address;
    return fetch(url, { method: 'POST', body: body.payload, headers: { ...body.headers, ...headers } });
  };
  const until = async (id: number, status: string): Promise<Execution> => {
    await expect.poll(async () => (await api<Execution>(`/executions/${id}`)).status, { timeout: 20_000 }).toBe(status);
    return api(`/executions/${id}`);
  };
  return { server, save, send, until, api };
};

/** Where the form of a page is sent to. */
const actionOf = (html: string, url: string): string =>
  new URL(/<form [^>]*action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '', url).href;

/** What whoever has sent a page sees next, where it was already led on. */
const landed = async (response: Response): ReturnType<typeof follow> => {
  const html = await response.text();
  return html.includes('<h1>One moment') ? follow(response.url) : { html, url: response.url, status: response.status };
};

/** Looks until there is something to see but that it works. */
const follow = async (url: string): Promise<{ html: string; url: string; status: number }> => {
  for (;;) {
    const { state } = (await (await fetch(`${url.replace(/\?.*/, '')}/state`)).json()) as { state: string };
    if (state === 'working') continue;
    const response = await fetch(url);
    return { html: await response.text(), url, status: response.status };
  }
};

test('a form whose fields are not all written has its address, and cannot be made active yet', async () => {
  const { server, save, api } = await start();
  const form = trigger('half', { formFields: { values: [{ fieldLabel: 'Name' }, {}] } });
  const addresses = await api('/node-webhooks', { node: { ...form, position: [0, 0] } });
  expect(addresses).toMatchObject([{ method: 'GET', url: expect.stringContaining('/form/half') }]);
  const refused = await save('Half', [form]);
  expect(await refused.json()).toMatchObject({
    error: 'activationFailed',
    message: '"On form submission": Field 2 of the form has no label',
  });
  expect((await fetch(`${server.url}/form/half`)).status).toBe(404);
});

test('three pages with a file, one after another, over a restart of the server in the middle', async () => {
  const { server, save, send, until } = await start();
  await save('Order', [
    trigger('shop/order'),
    node('Pause', 'wait', { amount: 1.2 }, 1.1),
    page(
      'Second',
      { fieldLabel: 'Bill', fieldType: 'file', multipleFiles: false },
      { fieldLabel: 'Age', fieldType: 'number' },
    ),
    page('Third', { fieldLabel: 'Color', fieldType: 'dropdown', fieldOptions: { values: [{ option: 'red' }] } }),
    node('Bye', 'form', { operation: 'completion', completionTitle: '=Bye {{ $json.Color }}' }),
  ]);
  const first = await fetch(`${server.url}/form/shop/order?Name=Ada&Age=36`);
  expect(await first.text()).toContain('value="Ada"');
  const begun = await fetch(`${server.url}/form/shop/order?Name=Ada&Age=36`, {
    method: 'POST',
    redirect: 'manual',
    ...(({ payload: body, headers }) => ({ body, headers }))(multipart([['field-0', 'Ada']])),
  });
  expect(begun.status).toBe(303);
  const place = new URL(begun.headers.get('location')!, `${server.url}/form/shop/order`);
  expect(place.search).toBe('?Name=Ada&Age=36');
  expect(place.pathname).toMatch(/^\/form-waiting\/1\/p-[\w-]{32}$/);

  await until(1, 'waiting');
  const second = await follow(place.href);
  expect(second.html).toContain('<h1>Second</h1>');
  expect(second.html).toContain('value="36"');
  await server.restart();
  const after = await follow(`${server.url}${place.pathname}${place.search}`);
  expect(after.html).toContain('<h1>Second</h1>');
  const target = actionOf(after.html, after.url);
  const refused = await send(target, [['field-1', 'old']]);
  expect(refused.status).toBe(422);
  // The script of the page shows it where its reader is, which is not its own address.
  expect(actionOf(await refused.text(), after.url)).toBe(target);
  const parts: Parts = [
    ['field-0', { name: 'b.txt', content: 'bill' }],
    ['field-1', '36'],
  ];
  const twice = await Promise.all([send(target, parts), send(target, parts)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);

  const third = await follow(`${server.url}${place.pathname}${place.search}`);
  expect(third.html).toContain('<h1>Third</h1>');
  const end = await landed(await send(actionOf(third.html, third.url), [['field-0', 'red']]));
  expect(end.html).toContain('<h1>Bye red</h1>');
  const { data } = await until(1, 'success');
  const [item] = data.resultData.runData.Second?.[0]?.data?.main?.[0] ?? [];
  expect(item).toMatchObject({ json: { Age: 36, formMode: 'production' }, binary: { Bill: { fileName: 'b.txt' } } });
  expect(data.resultData.runData['On form submission']?.[0]?.data?.main?.[0]?.[0]?.json).toMatchObject({
    Name: 'Ada',
    formQueryParameters: { Name: 'Ada', Age: '36' },
  });
});

test('a failure in between is said, and tokens that are wrong learn nothing', async () => {
  const { server, save, send } = await start();
  await save('Order', [trigger('order'), node('Stop', 'stopAndError', { errorMessage: 'secret' }), page('Second')]);
  const sent = await send('/form/order', [['field-0', 'Ada']]);
  const end = await landed(sent);
  expect([end.status, end.html.includes('could not be finished'), end.html.includes('secret')]).toEqual([
    500,
    true,
    false,
  ]);
  const wrong = sent.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await fetch(wrong)).status).toBe(404);
  expect((await fetch(sent.url.replace('/1/', '/2/'))).status).toBe(404);
  expect(server.url).toBeTruthy();
});

test('the trigger says how it ends: at once, at the end, by a node, and after pages without an ending', async () => {
  const { save, send } = await start();
  const says = (text: string) => ({ respondWithOptions: { values: { respondWith: 'text', formSubmittedText: text } } });
  const old = (path: string, responseMode: string) => ({
    ...trigger(path, { path, responseMode }, says('Thanks!')),
    typeVersion: 2,
  });
  await save('Once', [trigger('once', {}, says('Thanks at once'))]);
  await save('Last', [old('last', 'lastNode'), node('N', 'noOp')]);
  await save('Failing', [old('failing', 'lastNode'), node('S', 'stopAndError', { errorMessage: 'no' })]);
  const body = '{"formSubmittedText":"Said by a node"}';
  await save('Node', [
    old('node', 'responseNode'),
    node('R', 'respondToWebhook', { respondWith: 'json', responseBody: body }, 1.1),
  ]);
  await save('Own', [
    old('own', 'responseNode'),
    node('R', 'respondToWebhook', { respondWith: 'text', responseBody: '<script>x</script>' }, 1.1),
  ]);
  await save('Pages', [trigger('pages', {}, says('All read')), page('Second')]);
  const answer = async (path: string) => {
    const response = await send(`/form/${path}`, [['field-0', 'Ada']]);
    return { status: response.status, text: await response.text(), headers: response.headers, url: response.url };
  };
  expect((await answer('once')).text).toContain('Thanks at once');
  expect((await answer('last')).text).toContain('Thanks!');
  expect(await answer('failing')).toMatchObject({
    status: 500,
    text: expect.stringContaining('could not be finished'),
  });
  expect((await answer('node')).text).toContain('Said by a node');
  const own = await answer('own');
  expect(own.text).toBe('<script>x</script>');
  expect(own.headers.get('content-security-policy')).toMatch(/^sandbox /);
  expect(own.headers.get('x-millrace-page')).toBeNull();
  const second = await follow((await answer('pages')).url);
  const end = await landed(await send(actionOf(second.html, second.url), []));
  expect(end.html).toContain('All read');
});

test('an ending may be a page of its own, another site or a file', async () => {
  const { save, send, until } = await start();
  const ending = (path: string, parameters: object) =>
    save(path, [
      trigger(path, { formFields: { values: [{ fieldLabel: 'File', fieldType: 'file', multipleFiles: false }] } }),
      node('End', 'form', { operation: 'completion', ...parameters }),
    ]);
  await ending('html', { respondWith: 'showText', responseText: '<h1>Mine</h1><script>1</script>' });
  await ending('site', { respondWith: 'redirect', redirectUrl: 'https://a.example/x' });
  await ending('file', { respondWith: 'returnBinary', completionTitle: 'Here', inputDataFieldName: 'File' });
  const parts: Parts = [['field-0', { name: 'ä.html', type: 'text/html', content: '<script>1</script>' }]];
  const html = await send('/form/html', parts);
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox /);
  expect(await html.text()).toContain('<h1>Mine</h1>');
  await until(1, 'success');
  const site = await (await send('/form/site', parts)).text();
  expect(site).toContain('content="0;url=https://a.example/x"');
  await until(2, 'success');
  const file = await send('/form/file', parts);
  const href = /data-download download href="([^"]+)"/.exec(await file.text())?.[1];
  const fetched = await fetch(new URL(href!, file.url));
  expect(await fetched.text()).toBe('<script>1</script>');
  expect(fetched.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%A4.html");
  expect(fetched.headers.get('content-security-policy')).toMatch(/^sandbox /);
  await until(3, 'success');
  expect((await fetch(new URL(href!, file.url))).status).toBe(409);
  await ending('words', { completionTitle: 'Thank you' });
  const words = await (await send('/form/words', parts)).text();
  expect(words).toContain('<h1>Thank you</h1>');
  expect(words, 'there is no file').not.toContain('Download');
});

test('of several branches each has its pages, and the ending of the last one is shown', async () => {
  const { save, send, until } = await start();
  const ending = (name: string) => node(name, 'form', { operation: 'completion', completionTitle: name });
  const to = (...names: string[]) => ({ main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))] });
  await save(
    'Branches',
    [trigger('branches'), page('Action?'), ending('Thanks A'), page('Drama?'), ending('Thanks D'), ending('Thanks E')],
    {
      connections: {
        'On form submission': to('Action?', 'Drama?', 'Thanks E'),
        'Action?': to('Thanks A'),
        'Drama?': to('Thanks D'),
      },
    },
  );
  const action = await landed(await send('/form/branches', [['field-0', 'Ada']]));
  expect(action.html).toContain('Action?');
  const drama = await landed(await send(actionOf(action.html, action.url), []));
  expect(drama.html).toContain('Drama?');
  const end = await landed(await send(actionOf(drama.html, drama.url), []));
  expect(end.html).toContain('Thanks E');
  await until(1, 'success');
});

test('who may see a form, and when it is there', async () => {
  const { server, save, send, api } = await start();
  const credential = await api<{ id: string }>('/credentials', {
    name: 'People',
    type: 'httpBasicAuth',
    data: { user: 'ada', password: 'pw' },
  });
  const guarded = {
    ...trigger('guarded', { authentication: 'basicAuth' }),
    credentials: { httpBasicAuth: { id: credential.id, name: 'People' } },
  };
  expect((await save('Guarded', [guarded])).status).toBe(200);
  const people = { authorization: `Basic ${btoa('ada:pw')}` };
  const asked = await fetch(`${server.url}/form/guarded`, { headers: { accept: 'text/html' } });
  expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="Webhook", charset="UTF-8"',
  ]);
  expect(await asked.text()).not.toContain('Order');
  expect((await fetch(`${server.url}/form/guarded`, { headers: people })).status).toBe(200);
  const parts: Parts = [['field-0', 'Ada']];
  expect((await send('/form/guarded', parts)).status).toBe(401);
  expect((await send('/form/guarded', parts, { ...people, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  for (const origin of ['https://evil.example', 'null'])
    expect((await send('/form/guarded', parts, { ...people, origin })).status).toBe(403);
  expect((await send('/form/guarded', parts, { ...people, origin: server.url })).status).toBe(200);
  expect((await send('/form/guarded', parts, people)).status).toBe(200);

  await save('Picky', [trigger('picky', {}, { ipWhitelist: '10.0.0.1' })]);
  expect((await fetch(`${server.url}/form/picky`)).status).toBe(403);
  await save('Bots', [trigger('bots', {}, { ignoreBots: true })]);
  expect((await fetch(`${server.url}/form/bots`, { headers: { 'user-agent': 'Googlebot/2.1' } })).status).toBe(403);

  const twin = await save('Twin', [trigger('bots')]);
  expect(twin.status).toBe(409);
  expect(await twin.text()).toContain('The workflow \\"Bots\\" has a form at bots already.');
  const hook = node('Hook', 'webhook', { path: 'bots', httpMethod: 'POST' }, 2);
  expect((await save('Other', [hook])).status).toBe(200);
  const closed = await fetch(`${server.url}/form/nowhere`, { headers: { accept: 'text/html' } });
  expect([closed.status, (await closed.text()).includes('This form is closed')]).toEqual([404, true]);
  expect((await fetch(`${server.url}/webhook/guarded`, { method: 'OPTIONS' })).status).toBe(404);
});
