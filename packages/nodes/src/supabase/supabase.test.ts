import type { RunNodeOptions } from '@millrace/engine/testing';
import { expect, it } from 'vitest';
import { runService } from '../service/run-service.testing.ts';
import { type Heard, reply } from '../service/service.testing.ts';
import { supabase } from './supabase.node.ts';

const rows = Array.from({ length: 1500 }, (_, id) => ({ id }));
/** As PostgREST answers: lists of rows, pages by limit and offset. */
const routes = {
  'GET /rest/v1/many': ({ query }: Heard) => {
    const from = Number(query.get('offset') ?? 0);
    return rows.slice(from, from + Number(query.get('limit')));
  },
  'GET /rest/v1/people': [{ id: 1 }, { id: 2 }],
  'POST /rest/v1/people': ({ body }: Heard) =>
    (body as { id?: number }).id === 9
      ? reply(409, { code: '23505', message: 'duplicate key value violates unique constraint "people_pkey"' })
      : reply(201, [body]),
  'PATCH /rest/v1/people': ({ body }: Heard) => [body],
  'DELETE /rest/v1/people': [{ id: 1 }],
};
const origin = 'https://project.supabase.co';
const service = { origin, credential: 'supabaseApi', routes, data: { host: origin } };
const run = (parameters: object, more: RunNodeOptions = {}) =>
  runService(supabase, service, { tableId: 'people', ...parameters }, more);

const conditions = (...list: [string, string, string][]) => ({
  conditions: list.map(([keyName, condition, keyValue]) => ({ keyName, condition, keyValue })),
});
const two = conditions(['name', 'eq', 'Ada, "L"'], ['age', 'gt', '3']);
const fieldsUi = { fieldValues: [{ fieldId: 'name', fieldValue: 'Ada' }] };

it.each<[object, string, unknown?]>([
  [{ operation: 'create', fieldsUi }, 'POST /rest/v1/people', { name: 'Ada' }],
  [{ operation: 'create', dataToSend: 'autoMapInputData', inputsToIgnore: 'b, c' }, 'POST /rest/v1/people', { a: [1] }],
  [{ operation: 'get', filters: conditions(['id', '', '1']) }, 'GET /rest/v1/people?id=eq.1'],
  [{ operation: 'getAll' }, 'GET /rest/v1/people?limit=50'],
  [
    { operation: 'getAll', filters: two, matchType: 'allFilters' },
    'GET /rest/v1/people?name=eq.Ada, "L"&age=gt.3&limit=50',
  ],
  [{ operation: 'getAll', filters: two }, 'GET /rest/v1/people?or=(name.eq."Ada, \\"L\\"",age.gt.3)&limit=50'],
  [
    { operation: 'getAll', filterType: 'string', filterString: 'age=gt.3&age=lt.9', limit: 2 },
    'GET /rest/v1/people?age=gt.3&age=lt.9&limit=2',
  ],
  [
    { operation: 'update', filters: two, matchType: 'allFilters', fieldsUi },
    'PATCH /rest/v1/people?name=eq.Ada, "L"&age=gt.3',
    { name: 'Ada' },
  ],
  [{ operation: 'delete', filters: conditions(['id', 'is', 'null']) }, 'DELETE /rest/v1/people?or=(id.is.null)'],
])('%j', async (parameters, line, body = undefined) => {
  const { error, heard } = await run(parameters, { items: [{ a: [1], b: 2, c: 3 }] });
  expect(error).toBeUndefined();
  const [request] = heard;
  const query = [...(request?.query ?? [])].map(([name, value]) => `${name}=${value}`).join('&');
  expect(`${request?.method} ${request?.path}${query && `?${query}`}`).toBe(line);
  expect(request?.body).toEqual(body);
  expect(request?.headers).toMatchObject({ 'x-signed-by': 'supabaseApi', prefer: 'return=representation' });
});

it('gives an item for each row, linked to its item, and follows pages', async () => {
  const all = await run({ operation: 'getAll', tableId: 'many', returnAll: true }, { items: [{}] });
  expect([all.error, all.json.length, all.json.at(-1)]).toEqual([undefined, 1500, { id: 1499 }]);
  const two = await run({ operation: 'getAll' }, { items: [{}, {}] });
  expect(two.items.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1, 1]);
  expect((await run({ operation: 'getAll' }, { items: [] })).lines).toEqual([]);
});

it('says what the database says, and goes on', async () => {
  const items = [{ id: 9 }, { id: 2 }];
  const create = { operation: 'create', dataToSend: 'autoMapInputData' };
  const { outputs } = await run(create, { items, onError: 'continueErrorOutput' });
  expect(outputs[0]).toEqual([{ json: { id: 2 }, pairedItem: 1 }]);
  expect(outputs[1]?.[0]?.json.error).toContain('duplicate key value');
});

it('changes no table as a whole, and asks in another schema', async () => {
  for (const operation of ['delete', 'update'])
    expect((await run({ operation, filters: {} })).error?.message).toBe('There is no condition');
  const { heard } = await run({ operation: 'getAll', useCustomSchema: true, schema: 'shop' });
  expect(heard[0]?.headers).toMatchObject({ 'accept-profile': 'shop' });
});
