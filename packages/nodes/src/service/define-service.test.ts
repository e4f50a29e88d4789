import { type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { defineService } from './define-service.ts';
import { choice, collection, entries, json, locator, number, text, toggle } from './field.ts';
import { operation } from './operation.ts';
import { serviceParameters } from './parameters.ts';
import { localService, type Routes, reply } from './service.testing.ts';

const origin = 'https://api.crm.example';

const connection: Connection = {
  service: 'CRM',
  baseUrl: { field: 'server', default: origin },
  credentials: [
    { name: 'crmApi', displayName: 'API key', value: 'apiKey' },
    { name: 'crmOAuth2Api', displayName: 'OAuth2', value: 'oAuth2' },
  ],
  headers: { accept: 'application/vnd.crm+json' },
  paging: { style: 'page', page: 'page', size: 'per_page', max: 2 },
  errors: { message: ['error.text'], hints: { 403: 'The key may not do this.' } },
};

const id = text('contactId', 'Contact ID', { required: true });
const list = locator(
  'list',
  'List',
  { list: 'getLists', url: { regex: 'crm\\.example/lists/(\\w+)' }, id: {} },
  { send: { in: 'query', as: 'list_id' } },
);

const crm = defineService({
  name: 'test.crm',
  displayName: 'CRM',
  description: 'Contacts',
  versions: [1],
  defaultVersion: 1,
  category: 'Sales',
  connection,
  resources: {
    contact: {
      displayName: 'Contact',
      operations: {
        get: operation({
          name: 'Get',
          fields: [id],
          request: 'GET /contacts/{contactId}',
          output: { simple: ['id', 'name.first'] },
        }),
        create: operation({
          name: 'Create',
          request: 'POST /contacts',
          fields: [
            text('mail', 'Mail', { required: true, send: 'body' }),
            toggle('active', 'Active', { send: { in: 'body', as: 'state.active' } }),
            collection(
              'additionalFields',
              'Additional fields',
              [
                text('name', 'Name'),
                number('age', 'Age'),
                text('tags', 'Tags', { send: { in: 'body', form: 'list' } }),
                json('custom', 'Custom', { send: { in: 'body', form: 'json' } }),
              ],
              { send: 'body' },
            ),
            entries(
              'phones',
              'Phones',
              { name: 'phone', displayName: 'Phone', values: [text('number', 'Number')] },
              {
                send: {
                  in: 'body',
                  map: (value) => (value as { phone?: { number: string }[] }).phone?.map((phone) => phone.number),
                },
              },
            ),
          ],
          with: { body: { source: 'workflow' } },
        }),
        getAll: operation({
          name: 'Get many',
          request: 'GET /contacts',
          list: true,
          fields: [list, choice('state', 'State', { open: 'Open', closed: 'Closed' }, { send: 'query' })],
          output: { root: 'contacts' },
        }),
        delete: operation({
          name: 'Delete',
          fields: [id],
          request: 'DELETE /contacts/{contactId}',
          output: { empty: { success: true } },
        }),
        import: operation({
          name: 'Import',
          request: 'POST /imports',
          fields: [text('mail', 'Mail', { send: 'body' }), toggle('dryRun', 'Dry run', { send: 'body' })],
          batch: { size: 2, into: 'rows', beside: ['dryRun'] },
        }),
        form: operation({
          name: 'Form',
          request: 'POST /form',
          body: 'form',
          fields: [text('mail', 'Mail', { send: 'body' })],
        }),
        upload: operation({
          name: 'Upload',
          request: 'PUT /photos/{contactId}',
          fields: [id, text('binaryPropertyName', 'Input binary field', { default: 'data' })],
          body: { file: 'binaryPropertyName' },
        }),
        download: operation({
          name: 'Download',
          request: 'GET /photos/{contactId}',
          fields: [id, text('binaryPropertyName', 'Put output in field', { default: 'data' })],
          output: { file: 'binaryPropertyName' },
        }),
        merge: operation({
          name: 'Merge',
          fields: [id],
          run: async ({ value, request }) => {
            const contact = await request<{ twin: string }>('GET /contacts/{contactId}');
            return request('POST /contacts/{contactId}/merge', {
              body: { with: contact.twin, of: value('contactId') },
            });
          },
        }),
      },
    },
    path: {
      displayName: 'Path',
      operations: {
        get: operation({ name: 'Get', fields: [text('path', 'Path')], request: 'GET /files/{+path}' }),
      },
    },
  },
  lists: {
    getLists: {
      request: 'GET /lists',
      root: 'lists',
      name: 'title',
      value: 'id',
      url: 'https://crm.example/lists/{value}',
    },
  },
});

const run = async (routes: Routes, parameters: Record<string, unknown>, more: RunNodeOptions = {}) => {
  const service = await localService(origin, routes, { credentials: { crmApi: { server: '' } } });
  const credentials = { crmApi: { id: '1', name: 'A' }, crmOAuth2Api: { id: '2', name: 'B' } };
  const result = await runNode(crm, { parameters: parameters as never, host: service.host, credentials, ...more });
  return { ...result, service };
};

const contact = (operationName: string, more: Record<string, unknown> = {}) => ({ operation: operationName, ...more });

describe('requests', () => {
  it('places are encoded, the request is signed by the chosen credential and has the customary headers', async () => {
    const { service, json: items } = await run(
      { 'GET /contacts/:id': { id: 7, name: { first: 'Ada', last: 'L' } } },
      contact('get', { contactId: 'a/b c' }),
    );
    expect(service.heard[0]).toMatchObject({
      path: '/contacts/a%2Fb%20c',
      headers: { 'x-signed-by': 'crmApi', accept: 'application/vnd.crm+json' },
    });
    expect(items).toEqual([{ id: 7, first: 'Ada' }]);
  });

  it.each([
    ['', '"contactId" is empty'],
    ['..', '"contactId" cannot be ".."'],
  ])('a place cannot be %j', async (contactId, message) => {
    const { error, service } = await run({}, contact('get', { contactId }));
    expect(error?.message).toBe(message);
    expect(service.heard).toEqual([]);
  });

  it('slashes are kept where the description says so', async () => {
    const { service } = await run({ 'GET /files/a%20b/c': {} }, { resource: 'path', path: 'a b/c' });
    expect(service.heard[0]?.path).toBe('/files/a%20b/c');
  });

  it('a body is made of what fields send, and of what the operation adds', async () => {
    const { service, json: items } = await run(
      { 'POST /contacts': reply(201, { id: 1 }) },
      contact('create', {
        mail: '={{ $json.mail }}',
        active: true,
        additionalFields: { age: 0, tags: 'a, b,', custom: '{"x":1}', name: '' },
        phones: { phone: [{ number: '1' }, { number: '2' }] },
      }),
      { items: [{ mail: 'ada@example.com' }] },
    );
    expect(service.heard[0]?.body).toEqual({
      source: 'workflow',
      mail: 'ada@example.com',
      state: { active: true },
      age: 0,
      tags: ['a', 'b'],
      custom: { x: 1 },
      phones: ['1', '2'],
    });
    expect(items).toEqual([{ id: 1 }]);
  });

  it('forms and files', async () => {
    const form = await run({ 'POST /form': {} }, contact('form', { mail: 'a b' }));
    expect(form.service.heard[0]).toMatchObject({ body: 'mail=a+b' });
    const service = await localService(origin, { 'PUT /photos/:id': {} }, { credentials: { crmApi: {} } });
    const photo = await service.host.store('PIXELS', { mimeType: 'image/png' });
    const { error } = await runNode(crm, {
      parameters: contact('upload', { contactId: '1' }),
      items: [{ json: {}, binary: { data: photo } }],
      host: service.host,
      credentials: { crmApi: { id: '1', name: 'A' } },
    });
    expect(error).toBeUndefined();
    expect(service.heard[0]).toMatchObject({ headers: { 'content-type': 'image/png' }, body: 'PIXELS' });
  });

  it('an operation of several requests is a function', async () => {
    const { service } = await run(
      { 'GET /contacts/:id': { twin: 'b' }, 'POST /contacts/:id/merge': {} },
      contact('merge', { contactId: 'a' }),
    );
    expect(service.heard[1]).toMatchObject({ path: '/contacts/a/merge', body: { with: 'b', of: 'a' } });
  });

  it('the fields of a credential tell where the service is', async () => {
    const { host, run: whole } = await runNode(crm, {
      parameters: contact('get', { contactId: '1', authentication: 'oAuth2' }),
      credentials: { crmOAuth2Api: { id: '2', name: 'B' } },
      host: { http: () => ({ body: {} }), credentials: { crmOAuth2Api: { server: 'https://own.example/' } } },
    });
    expect(whole.error).toBeUndefined();
    expect(host.requests[0]).toMatchObject({
      url: 'https://own.example/contacts/1',
      credential: { type: 'crmOAuth2Api' },
    });
  });
});

describe('answers', () => {
  it('nothing is what the operation says', async () => {
    const { json: items } = await run({ 'DELETE /contacts/:id': reply(204) }, contact('delete', { contactId: '1' }));
    expect(items).toEqual([{ success: true }]);
  });

  it('a file lies in the binary property that was chosen', async () => {
    const { items, host } = await run(
      { 'GET /photos/:id': reply(200, 'PIXELS', { 'content-type': 'image/png' }) },
      contact('download', { contactId: '1' }),
      { items: [{ n: 1 }] },
    );
    expect(items[0]).toMatchObject({ json: { n: 1 }, binary: { data: { mimeType: 'image/png' } } });
    expect(new TextDecoder().decode(await host.binary.read(items[0]!.binary!.data!))).toBe('PIXELS');
  });

  it('a failure is in the words of the service, with what to do and for its item', async () => {
    const { error } = await run(
      { 'GET /contacts/:id': reply(403, { error: { text: 'No access' } }) },
      contact('get', { contactId: '1' }),
    );
    expect(error).toMatchObject({
      message: 'No access',
      description: 'CRM answered with 403 Forbidden. The key may not do this.',
      httpCode: '403',
      itemIndex: 0,
    });
  });

  it('a failure of one item leaves the others, where the node goes on', async () => {
    const { json: items } = await run(
      { 'GET /contacts/1': { id: 1 }, 'GET /contacts/3': { id: 3 } },
      contact('get', { contactId: '={{ $json.id }}', simple: false }),
      { items: [{ id: 1 }, { id: 2 }, { id: 3 }], onError: 'continueRegularOutput' },
    );
    expect(items).toEqual([{ id: 1 }, { error: 'Not Found' }, { id: 3 }]);
  });
});

describe('lists', () => {
  const all = [1, 2, 3, 4, 5].map((n) => ({ n }));
  const routes = {
    'GET /contacts': ({ query }: { query: URLSearchParams }) => {
      const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
      return { contacts: all.slice((page - 1) * size, page * size) };
    },
  };

  it('all pages, one item for each element', async () => {
    const { json: items, service } = await run(routes, contact('getAll', { returnAll: true, list: 'x' }));
    expect(items).toEqual(all);
    expect(service.lines()[2]).toBe('GET /contacts?list_id=x&state=open&per_page=2&page=3');
  });

  it('a limit ends the pages', async () => {
    const { json: items, service } = await run(routes, contact('getAll', { limit: 3 }));
    expect(items).toEqual(all.slice(0, 3));
    expect(service.heard).toHaveLength(2);
  });

  it('a locator is the id in its address', async () => {
    const given = { __rl: true, mode: 'url', value: 'https://crm.example/lists/abc/edit' };
    const { service } = await run(routes, contact('getAll', { limit: 1, list: given }));
    expect(service.heard[0]?.query.get('list_id')).toBe('abc');
  });

  it('an address of another form is refused before anything is asked of the service', async () => {
    const given = { __rl: true, mode: 'url', value: 'https://else.example/3' };
    const { error, service } = await run(routes, contact('getAll', { limit: 1, list: given }));
    expect(error?.message).toMatch(/: "https:\/\/else\.example\/3"$/);
    expect(service.heard).toEqual([]);
  });

  it('an empty list is no item', async () => {
    expect((await run({ 'GET /contacts': { contacts: [] } }, contact('getAll'))).items).toEqual([]);
  });
});

describe('batches', () => {
  const importing = {
    'POST /imports': ({ body }: { body: { rows: { mail: string }[] } }) =>
      body.rows.some(({ mail }) => mail === 'bad')
        ? reply(422, { error: { text: 'Bad row' } })
        : { rows: body.rows.map(({ mail }) => ({ got: mail })) },
  };
  const rows = (...mails: string[]) => ({ items: mails.map((mail) => ({ mail })) });

  it('several items go in one request, and each result belongs to its item', async () => {
    const { items, service } = await run(
      importing,
      contact('import', { mail: '={{ $json.mail }}' }),
      rows('a', 'b', 'c'),
    );
    expect(service.heard.map(({ body }) => body)).toEqual([
      { dryRun: false, rows: [{ mail: 'a' }, { mail: 'b' }] },
      { dryRun: false, rows: [{ mail: 'c' }] },
    ]);
    expect(items.map(({ json: item, pairedItem }) => [item.got, pairedItem])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('where one is refused, the others of its batch are not', async () => {
    const { json: items } = await run(importing, contact('import', { mail: '={{ $json.mail }}' }), {
      ...rows('a', 'bad', 'c'),
      onError: 'continueRegularOutput',
    });
    expect(items).toEqual([{ got: 'a' }, { error: 'Bad row' }, { got: 'c' }]);
  });
});

describe('limits', () => {
  it('a service that has no time is waited for, as long as it says', async () => {
    let calls = 0;
    const { json: items, host } = await run(
      { 'GET /contacts/:id': () => (++calls < 3 ? reply(429, {}, { 'retry-after': '7' }) : { id: 1 }) },
      contact('get', { contactId: '1' }),
    );
    expect(items).toEqual([{ id: 1 }]);
    expect(host.sleeps).toEqual([7000, 7000]);
  });

  it('but not for ever, and not for longer than a minute', async () => {
    const forever = await run({ 'GET /contacts/:id': () => reply(429, {}) }, contact('get', { contactId: '1' }));
    expect(forever.error?.httpCode).toBe('429');
    expect(forever.host.sleeps).toEqual([1000, 2000, 4000, 8000]);
    const long = await run(
      { 'GET /contacts/:id': () => reply(429, {}, { 'retry-after': '3600' }) },
      contact('get', { contactId: '1' }),
    );
    expect([long.error?.httpCode, long.host.sleeps]).toEqual(['429', []]);
  });
});

it('parameters have the public shape', () => {
  const shown = (name: string) =>
    crm.parameters.filter((parameter) => parameter.name === name).map(({ displayOptions }) => displayOptions?.show);
  expect(shown('authentication')).toEqual([undefined]);
  expect(shown('operation')).toEqual([{ resource: ['contact'] }, { resource: ['path'] }]);
  expect(shown('contactId')).toEqual([
    { resource: ['contact'], operation: ['get', 'delete', 'upload', 'download', 'merge'] },
  ]);
  expect(shown('limit')).toEqual([{ resource: ['contact'], operation: ['getAll'], returnAll: [false] }]);
  expect(JSON.stringify(crm.parameters)).not.toContain('"send"');
  expect(crm.credentials).toEqual([
    { name: 'crmApi', required: true, displayOptions: { show: { authentication: ['apiKey'] } } },
    { name: 'crmOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
  ]);
});

it('fields stand in the order of each operation', () => {
  const [a, b, c] = [text('a', 'A'), text('b', 'B'), text('c', 'C')];
  const operations = {
    one: operation({ name: 'One', request: 'GET /', fields: [a, c] }),
    two: operation({ name: 'Two', request: 'GET /', fields: [b, c, a] }),
    three: operation({ name: 'Three', request: 'GET /', fields: [a, b, c] }),
  };
  const parameters = serviceParameters({ ...connection, credentials: [] }, { operations });
  for (const [name, { fields = [] }] of Object.entries(operations)) {
    const shown = parameters.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(name));
    expect(shown.map((parameter) => parameter.name)).toEqual(fields.map((field) => field.name));
  }
});

it('a place that is no field does not compile', () => {
  // @ts-expect-error There is no field "contactID"
  operation({ name: 'Get', fields: [id], request: 'GET /contacts/{contactID}' });
});
