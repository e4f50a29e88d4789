import { defineNode, type ExecuteContext, type NodeDefinition } from '@millrace/engine/node-api';
import { type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { executeRouting, type RoutingOptions } from './execute-routing.ts';
import type { DeclarativeDescription, RoutedProperty } from './types.ts';

const operation: RoutedProperty = {
  name: 'operation',
  type: 'options',
  default: 'list',
  options: [
    { name: 'List', value: 'list', routing: { request: { method: 'GET', url: '/contacts' } } },
    { name: 'Create', value: 'create', routing: { request: { method: 'POST', url: '/contacts' } } },
    { name: 'Get', value: 'get', routing: { request: { url: '=/contacts/{{ $parameter.id }}' } } },
  ],
};

const text = (name: string, more: Partial<RoutedProperty> = {}): RoutedProperty => ({
  name,
  type: 'string',
  default: '',
  ...more,
});

const nodeOf = (description: DeclarativeDescription, options?: RoutingOptions): NodeDefinition =>
  defineNode({
    name: 'test.declarative',
    displayName: 'Declarative',
    description: '',
    versions: [1],
    group: ['transform'],
    defaults: { name: 'Declarative' },
    inputs: ['main'],
    outputs: ['main'],
    parameters: description.properties.map((property) => ({ displayName: property.name, ...property })) as never,
    execute: (context: ExecuteContext) => executeRouting(description, context, options),
  } as NodeDefinition);

const run = (
  properties: RoutedProperty[],
  parameters: Record<string, unknown>,
  more: RunNodeOptions & { description?: Partial<DeclarativeDescription>; options?: RoutingOptions } = {},
) => {
  const { description, options, ...rest } = more;
  const defaults = { requestDefaults: { baseURL: 'https://crm.example/v1', headers: { accept: 'application/json' } } };
  const node = nodeOf({ ...defaults, ...description, properties: [operation, ...properties] }, options);
  return runNode(node, { parameters: parameters as never, host: { http: () => ({ body: {} }) }, ...rest });
};

const sent = async (...given: Parameters<typeof run>) => {
  const { host, error } = await run(...given);
  expect(error).toBeUndefined();
  const { method, url, body } = host.requests[0]!;
  return `${method} ${url}${body === undefined ? '' : ` ${body}`}`;
};

describe('requests', () => {
  it.each<[string, RoutedProperty[], Record<string, unknown>, string]>([
    ['the chosen option', [], {}, 'GET https://crm.example/v1/contacts'],
    [
      'an expression over a parameter',
      [text('id')],
      { operation: 'get', id: '7' },
      'GET https://crm.example/v1/contacts/7',
    ],
    [
      'a value in the query',
      [text('q', { routing: { send: { type: 'query', property: 'search' } } })],
      { q: 'a b' },
      'GET https://crm.example/v1/contacts?search=a%20b',
    ],
    [
      'a value in the body, where dots lead into objects',
      [text('mail', { routing: { send: { type: 'body', property: 'contact.mail[0].address' } } })],
      { operation: 'create', mail: 'ada@example.com' },
      'POST https://crm.example/v1/contacts {"contact":{"mail":[{"address":"ada@example.com"}]}}',
    ],
    [
      'a name with dots, and a value made of the parameter',
      [
        text('mail', {
          routing: {
            send: { type: 'body', property: 'a.b', propertyInDotNotation: false, value: '={{ $value.toUpperCase() }}' },
          },
        }),
      ],
      { operation: 'create', mail: 'ada' },
      'POST https://crm.example/v1/contacts {"a.b":"ADA"}',
    ],
    [
      'nothing of a parameter that is not shown',
      [
        text('q', {
          displayOptions: { show: { operation: ['get'] } },
          routing: { send: { type: 'query', property: 'q' } },
        }),
      ],
      { q: 'x' },
      'GET https://crm.example/v1/contacts',
    ],
    [
      'members of a collection that are there',
      [
        {
          name: 'fields',
          type: 'collection',
          default: {},
          options: [
            text('first', { routing: { send: { type: 'body', property: 'first' } } }),
            text('last', { routing: { send: { type: 'body', property: 'last' } } }),
          ],
        },
      ],
      { operation: 'create', fields: { last: 'L' } },
      'POST https://crm.example/v1/contacts {"last":"L"}',
    ],
    [
      'entries of a fixed collection, by their index and their own values',
      [
        {
          name: 'custom',
          type: 'fixedCollection',
          default: {},
          typeOptions: { multipleValues: true },
          options: [
            {
              name: 'field',
              displayName: 'Field',
              values: [
                text('key'),
                text('value', {
                  routing: { send: { type: 'body', property: '=custom[{{ $index }}].{{ $self.key }}' } },
                }),
              ],
            },
          ],
        } as RoutedProperty,
      ],
      {
        operation: 'create',
        custom: {
          field: [
            { key: 'a', value: '1' },
            { key: 'b', value: '2' },
          ],
        },
      },
      'POST https://crm.example/v1/contacts {"custom":[{"a":"1"},{"b":"2"}]}',
    ],
    [
      'the id in the address of a resource locator',
      [
        {
          name: 'list',
          type: 'resourceLocator',
          default: { mode: 'id', value: '' },
          modes: [
            { name: 'id', displayName: 'ID', type: 'string' },
            {
              name: 'url',
              displayName: 'URL',
              type: 'string',
              extractValue: { type: 'regex', regex: 'lists/([0-9]+)' },
            },
          ],
          routing: { request: { url: '=/lists/{{ $value }}' } },
        } as RoutedProperty,
      ],
      { list: { __rl: true, mode: 'url', value: 'https://crm.example/lists/42/edit' } },
      'GET https://crm.example/v1/lists/42',
    ],
    [
      'objects and lists in the query',
      [],
      { operation: 'search' },
      'GET https://crm.example/v1/find?f[a][b]=1&ids[]=1&ids[]=2',
    ],
  ])('%s', async (_, properties, parameters, expected) => {
    const search = {
      ...operation,
      name: 'mode',
      default: 'search',
      displayOptions: { show: { operation: ['search'] } },
      options: [
        { name: 'S', value: 'search', routing: { request: { url: '/find', qs: { f: { a: { b: 1 } }, ids: [1, 2] } } } },
      ],
    };
    expect(await sent([search, ...properties], parameters)).toBe(expected);
  });

  it('is signed by the credential that is shown, whose fields expressions read', async () => {
    const { host } = await run(
      [],
      {},
      {
        description: {
          credentials: [{ name: 'crmApi' }],
          requestDefaults: { baseURL: '={{ $credentials.domain }}' },
        },
        credentials: { crmApi: { id: '1', name: 'CRM' } },
        host: { http: () => ({ body: {} }), credentials: { crmApi: { domain: 'https://own.example' } } },
      },
    );
    expect(host.requests[0]).toMatchObject({ url: 'https://own.example/contacts', credential: { type: 'crmApi' } });
  });

  it('a function changes the request before it is sent', async () => {
    const seen: unknown[] = [];
    const property = text('q', {
      routing: {
        send: {
          preSend: [
            async function (this: unknown, options) {
              seen.push(this);
              return { ...options, qs: { signed: true } };
            },
          ],
        },
      },
    });
    const options = { self: (itemIndex: number) => ({ itemIndex }) };
    expect(await sent([property], {}, { options })).toBe('GET https://crm.example/v1/contacts?signed=true');
    expect(seen).toEqual([{ itemIndex: 0 }]);
  });
});

describe('answers', () => {
  const receive = (...postReceive: NonNullable<NonNullable<RoutedProperty['routing']>['output']>['postReceive'] & {}) =>
    text('out', { routing: { output: { postReceive } } });
  const body = { data: { list: [{ n: 2 }, { n: 1 }, { n: 3 }] }, ok: true };
  const after = async (property: RoutedProperty, parameters = {}) => {
    const { json, error } = await run([property], parameters, { host: { http: () => ({ body }) } });
    expect(error).toBeUndefined();
    return json;
  };
  const root = { type: 'rootProperty', properties: { property: 'data.list' } } as const;

  it('is one item, and a list is one for each element', async () => {
    expect(await after(text('x'))).toEqual([body]);
    const { items } = await run([], {}, { items: [{}, {}], host: { http: () => ({ body: [{ a: 1 }, { a: 2 }] }) } });
    expect(items.map(({ json, pairedItem }) => [json.a, pairedItem])).toEqual([
      [1, 0],
      [2, 0],
      [1, 1],
      [2, 1],
    ]);
  });

  it.each([
    ['root', [root], [{ n: 2 }, { n: 1 }, { n: 3 }]],
    ['sort', [root, { type: 'sort', properties: { key: 'n' } }], [{ n: 1 }, { n: 2 }, { n: 3 }]],
    ['limit', [root, { type: 'limit', properties: { maxResults: '={{ 1 + 1 }}' } }], [{ n: 2 }, { n: 1 }]],
    ['filter', [root, { type: 'filter', properties: { pass: '={{ $responseItem.n > 1 }}' } }], [{ n: 2 }, { n: 3 }]],
    [
      'keys',
      [
        root,
        { type: 'setKeyValue', properties: { name: '=No. {{ $responseItem.n }}', value: '={{ $responseItem.n }}' } },
      ],
      [
        { name: 'No. 2', value: 2 },
        { name: 'No. 1', value: 1 },
        { name: 'No. 3', value: 3 },
      ],
    ],
    ['set', [{ type: 'set', properties: { value: '={{ { ok: $response.body.ok } }}' } }], [{ ok: true }]],
    ['off', [{ ...root, enabled: '={{ false }}' }], [body]],
  ])('action: %s', async (_, actions, expected) => {
    expect(await after(receive(...(actions as never[])))).toEqual(expected);
  });

  it('functions make items of an answer', async () => {
    const property = receive(async (items, response) => [...items, { json: { status: response.statusCode } }]);
    expect(await after(property)).toEqual([body, { status: 200 }]);
  });

  it('a file', async () => {
    const property = text('out', {
      routing: {
        request: { encoding: 'arraybuffer' },
        output: { postReceive: [{ type: 'binaryData', properties: { destinationProperty: 'file' } }] },
      },
    });
    const { items, host } = await run([property], {}, { host: { http: () => ({ body: 'PDF' }) } });
    expect(new TextDecoder().decode(await host.binary.read(items[0]!.binary!.file!))).toBe('PDF');
  });

  it('a failure is in the words of the service, and of its item', async () => {
    const { error } = await run([], {}, { host: { http: () => ({ status: 422, body: { message: 'No mail' } }) } });
    expect(error).toMatchObject({ httpCode: '422', description: 'No mail', itemIndex: 0 });
  });
});

describe('pages', () => {
  const returnAll = {
    name: 'returnAll',
    type: 'boolean',
    default: true,
    routing: { send: { paginate: '={{ $value }}' } },
  };
  const limit = {
    name: 'limit',
    type: 'number',
    default: 0,
    routing: { output: { maxResults: '={{ $value }}' } },
  };
  const list = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ n: from + index }));

  it('by offset, up to the limit', async () => {
    const http = ({ url }: { url: string }) => {
      const query = new URL(url).searchParams;
      return {
        body: list(Number(query.get('skip')), Math.min(Number(query.get('top')), 5 - Number(query.get('skip')))),
      };
    };
    const pagination = {
      type: 'offset',
      properties: { limitParameter: 'top', offsetParameter: 'skip', pageSize: 2, type: 'query' },
    } as const;
    const description = { requestOperations: { pagination } };
    const all = await run([returnAll, limit], {}, { description, host: { http } });
    expect(all.json.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4]);
    const some = await run([returnAll, limit], { limit: 3 }, { description, host: { http } });
    expect(some.json.map(({ n }) => n)).toEqual([0, 1, 2]);
    const one = await run(
      [returnAll, limit],
      { returnAll: false },
      { description, host: { http: () => ({ body: [] }) } },
    );
    expect(one.host.requests).toHaveLength(1);
  });

  it('by expressions over the answer', async () => {
    const pagination = {
      type: 'generic',
      properties: {
        continue: '={{ !!$response.body.next }}',
        request: { qs: { cursor: '={{ $response.body?.next ?? "" }}' } },
      },
    } as const;
    const property = text('x', {
      routing: { output: { postReceive: [{ type: 'rootProperty', properties: { property: 'items' } }] } },
    });
    const http = ({ url }: { url: string }) =>
      url.endsWith('cursor=b') ? { body: { items: list(2, 1) } } : { body: { items: list(0, 2), next: 'b' } };
    const { json, host } = await run(
      [returnAll, property],
      {},
      { description: { requestOperations: { pagination } }, host: { http } },
    );
    expect(json.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(host.requests.map(({ url }) => url.split('?')[1])).toEqual(['cursor=', 'cursor=b']);
  });

  it('by a function of the description', async () => {
    const { json } = await run(
      [returnAll],
      {},
      {
        description: {
          requestOperations: {
            async pagination(this: unknown, request) {
              const { makeRoutingRequest } = this as { makeRoutingRequest(given: unknown): Promise<never[]> };
              const first = await makeRoutingRequest(request);
              return [
                ...first,
                ...(await makeRoutingRequest({ ...request, options: { ...request.options, url: '/more' } })),
              ];
            },
          },
        },
        host: { http: ({ url }) => ({ body: [{ url: url.split('/').pop()! }] }) },
      },
    );
    expect(json).toEqual([{ url: 'contacts' }, { url: 'more' }]);
  });

  it('a service that gives one page for ever is left', async () => {
    const pagination = { type: 'generic', properties: { continue: true, request: {} } } as const;
    const { error } = await run(
      [returnAll],
      {},
      {
        description: { requestOperations: { pagination } },
        host: { http: () => ({ body: [{ n: 1 }] }) },
      },
    );
    expect(error?.message).toMatch(/pages were the same/);
  });
});
