import type { JsonObject } from '@millrace/contract/data';
import { isObject } from '@millrace/contract/data';
import { defineField, NodeError } from '@millrace/engine/node-api';
import { defineService } from '../service/define-service.ts';
import { choice, entries, text, toggle } from '../service/field.ts';
import type { ListTools } from '../service/lists.ts';
import { operation, type Tools } from '../service/operation.ts';
import { conditionQuery, filterFields, stringQuery } from './filters.ts';

const useSchema = toggle('useCustomSchema', 'Use custom schema', {
  description: 'Whether to use a schema other than public',
});
const schema = text('schema', 'Schema', {
  default: 'public',
  displayOptions: { show: { useCustomSchema: [true] } },
  description: 'The schema, which must be exposed by the API',
});
const tableId = {
  name: 'tableId',
  displayName: 'Table name or ID',
  type: 'options',
  default: '',
  required: true,
  typeOptions: { loadOptionsMethod: 'getTables', loadOptionsDependsOn: ['useCustomSchema', 'schema'] },
  description: 'The table to use',
} as const;
const table = [useSchema, schema, tableId] as const;

const columnName = (name: string, displayName: string) =>
  ({
    name,
    displayName,
    type: 'options',
    default: '',
    typeOptions: { loadOptionsMethod: 'getTableColumns', loadOptionsDependsOn: ['tableId'] },
    description: 'The name of the column',
  }) as const;

const sent = [
  choice(
    'dataToSend',
    'Data to send',
    { defineBelow: 'Define below for each column', autoMapInputData: 'Auto-map input data to columns' },
    { description: 'Where the values of the columns come from' },
  ),
  text('inputsToIgnore', 'Inputs to ignore', {
    displayOptions: { show: { dataToSend: ['autoMapInputData'] } },
    description: 'Fields to ignore, separated by commas',
  }),
  entries(
    'fieldsUi',
    'Fields to send',
    {
      name: 'fieldValues',
      displayName: 'Field',
      values: [
        columnName('fieldId', 'Field name or ID'),
        { name: 'fieldValue', displayName: 'Field value', type: 'string', default: '', keepsType: true },
      ],
    },
    { placeholder: 'Add field', displayOptions: { show: { dataToSend: ['defineBelow'] } } },
  ),
] as const;

type Pair = [string, string];

/** A column may be named by several conditions. */
const toQuery = (pairs: readonly Pair[]): Record<string, string[]> => {
  const query: Record<string, string[]> = {};
  for (const [name, value] of pairs)
    defineField(query, name, [...(Object.hasOwn(query, name) ? query[name]! : []), value]);
  return query;
};

const readValue = (tools: unknown, name: string): unknown => (tools as Tools).value(name as never);

const filterOf = (tools: unknown): Pair[] => {
  const filterType = readValue(tools, 'filterType');
  if (filterType === 'none') return [];
  if (filterType === 'string') return stringQuery(String(readValue(tools, 'filterString') ?? ''));
  const { conditions = [] } = readValue(tools, 'filters') as { conditions?: [] };
  return conditionQuery(conditions, String(readValue(tools, 'matchType')));
};

/** @throws NodeError where all rows of the table would be meant */
const neededFilter = (tools: unknown): Pair[] => {
  const pairs = filterOf(tools);
  if (pairs.length > 0) return pairs;
  throw new NodeError('There is no condition', { description: 'Without one, all rows of the table would be meant.' });
};

const rowOf = (tools: unknown): JsonObject => {
  const row: JsonObject = {};
  if (readValue(tools, 'dataToSend') === 'autoMapInputData') {
    const ignored = new Set(
      String(readValue(tools, 'inputsToIgnore') ?? '')
        .split(',')
        .map((name) => name.trim()),
    );
    for (const [name, value] of Object.entries((tools as Tools).item.json))
      if (!ignored.has(name)) defineField(row, name, value);
    return row;
  }
  const { fieldValues = [] } = readValue(tools, 'fieldsUi') as {
    fieldValues?: { fieldId: string; fieldValue: unknown }[];
  };
  for (const { fieldId, fieldValue } of fieldValues) if (fieldId !== '') defineField(row, fieldId, fieldValue);
  return row;
};

const schemaHeaders = (value: (name: string) => unknown): Record<string, string> => {
  const name = value('useCustomSchema') === true ? String(value('schema') ?? '') : '';
  return name === '' ? {} : { 'accept-profile': name, 'content-profile': name };
};

const partsOf = (tools: unknown, pairs: readonly Pair[], body?: JsonObject) => ({
  query: toQuery(pairs),
  headers: { prefer: 'return=representation', ...schemaHeaders((name) => readValue(tools, name)) },
  body,
});

const description = async (tools: ListTools) => {
  const headers = { ...schemaHeaders((name) => tools.value(name)), accept: 'application/openapi+json' };
  const { definitions } = await tools.request<{ definitions?: JsonObject }>('GET /', { headers });
  return definitions ?? {};
};

const toResults = (names: readonly string[], filter: string | undefined) => ({
  results: names
    .filter((name) => filter === undefined || name.toLowerCase().includes(filter.toLowerCase()))
    .map((name) => ({ name, value: name })),
});

/** Rows that one answer has at most, unless the project says otherwise. */
const pageSize = 1000;

export const supabase = defineService({
  name: 'service.supabase',
  displayName: 'Supabase',
  description: 'Reads and writes rows in Supabase tables',
  aliases: ['n8n-nodes-base.supabase'],
  versions: [1],
  defaultVersion: 1,
  color: '#2b9e6d',
  category: 'Data & Storage',
  words: ['database', 'PostgreSQL', 'PostgREST', 'table', 'row', 'SQL'],
  connection: {
    service: 'Supabase',
    baseUrl: { field: 'host', default: '' },
    basePath: '/rest/v1',
    credentials: [{ name: 'supabaseApi', displayName: 'Supabase API' }],
    queryArrays: 'repeat',
    errors: { message: ['message', 'error'] },
  },
  resources: {
    row: {
      displayName: 'Row',
      operations: {
        create: operation({
          name: 'Create',
          action: 'Create a row',
          fields: [...table, ...sent],
          run: (tools) => tools.request('POST /{tableId}', partsOf(tools, [], rowOf(tools))),
        }),
        delete: operation({
          name: 'Delete',
          action: 'Delete rows',
          fields: [...table, ...filterFields(false)],
          run: (tools) => tools.request('DELETE /{tableId}', partsOf(tools, neededFilter(tools))),
        }),
        get: operation({
          name: 'Get',
          action: 'Get a row',
          fields: [
            ...table,
            entries(
              'filters',
              'Select conditions',
              {
                name: 'conditions',
                displayName: 'Condition',
                values: [
                  columnName('keyName', 'Name or ID'),
                  {
                    name: 'keyValue',
                    displayName: 'Value',
                    type: 'string',
                    default: '',
                    description: 'The new value of the column',
                  },
                ],
              },
              { placeholder: 'Add condition' },
            ),
          ],
          readsOnly: true,
          run: (tools) => {
            const { conditions = [] } = tools.value('filters') as {
              conditions?: { keyName: string; keyValue: string }[];
            };
            const equal = conditions.map((one) => ({ ...one, condition: 'eq' }));
            return tools.request('GET /{tableId}', partsOf(tools, conditionQuery(equal, 'allFilters')));
          },
        }),
        getAll: operation({
          name: 'Get many',
          action: 'Get many rows',
          fields: [...table, ...filterFields(true)],
          list: true,
          readsOnly: true,
          run: async (tools) => {
            const wanted =
              readValue(tools, 'returnAll') === true ? Number.POSITIVE_INFINITY : Number(readValue(tools, 'limit'));
            const parts = partsOf(tools, filterOf(tools));
            const rows: unknown[] = [];
            while (rows.length < wanted) {
              const limit = Math.min(pageSize, wanted - rows.length);
              const query = { ...parts.query, limit, ...(rows.length > 0 && { offset: rows.length }) };
              const page = await tools.request<JsonObject[]>('GET /{tableId}', { ...parts, query });
              rows.push(...page);
              if (page.length === 0 || (page.length < limit && Number.isFinite(wanted))) break;
            }
            return rows;
          },
        }),
        update: operation({
          name: 'Update',
          action: 'Update rows',
          fields: [...table, ...filterFields(false), ...sent],
          run: (tools) => tools.request('PATCH /{tableId}', partsOf(tools, neededFilter(tools), rowOf(tools))),
        }),
      },
    },
  },
  lists: {
    getTables: async (tools, { filter }) => toResults(Object.keys(await description(tools)).sort(), filter),
    getTableColumns: async (tools, { filter }) => {
      const found = (await description(tools))[String(tools.value('tableId') ?? '')];
      const properties = isObject(found) ? (found as JsonObject).properties : undefined;
      return toResults(isObject(properties) ? Object.keys(properties) : [], filter);
    },
  },
});
