import { type MappedField, NodeError, type SearchResult } from '@millrace/engine/node-api';
import type { ListTools, ServiceList } from '../service/lists.ts';

interface Field {
  id: string;
  name: string;
  type: string;
  options?: { choices?: { name: string }[] };
}

interface Table {
  id: string;
  name: string;
  fields: Field[];
  views?: { id: string; name: string }[];
}

const tableOf = async (tools: ListTools): Promise<Table> => {
  const { tables } = await tools.request<{ tables: Table[] }>('GET /meta/bases/{base}/tables');
  const wanted = tools.value('table');
  const found = tables.find(({ id, name }) => id === wanted || name === wanted);
  if (!found) throw new NodeError('The base has no such table', { description: 'Choose another table.' });
  return found;
};

const readOnlyTypes: ReadonlySet<string> = new Set([
  'autoNumber',
  'button',
  'count',
  'createdBy',
  'createdTime',
  'externalSyncSource',
  'formula',
  'lastModifiedBy',
  'lastModifiedTime',
  'lookup',
  'multipleLookupValues',
  'rollup',
]);

/** Types of columns that are not text. */
const types: Readonly<Record<string, MappedField['type'] | undefined>> = {
  rating: 'number',
  percent: 'number',
  number: 'number',
  duration: 'number',
  currency: 'number',
  checkbox: 'boolean',
  dateTime: 'dateTime',
  date: 'dateTime',
  singleSelect: 'options',
  multipleSelects: 'array',
  multipleAttachments: 'array',
  multipleRecordLinks: 'array',
};

const toMapped = ({ name, type, options }: Field): MappedField => {
  const isReadOnly = readOnlyTypes.has(type);
  const choices = options?.choices?.map((choice) => ({ name: choice.name, value: choice.name }));
  return {
    id: name,
    displayName: name,
    type: types[type] ?? 'string',
    required: false,
    defaultMatch: false,
    canBeUsedToMatch: true,
    display: true,
    readOnly: isReadOnly,
    ...(choices && { options: choices }),
  };
};

const recordId: MappedField = {
  id: 'id',
  displayName: 'id',
  type: 'string',
  required: false,
  defaultMatch: true,
  display: true,
  readOnly: true,
};

export const airtableMapping = {
  getColumns: async (tools: ListTools) => ({ fields: (await tableOf(tools)).fields.map(toMapped) }),
  getColumnsWithRecordId: async (tools: ListTools) => ({
    fields: [recordId, ...(await tableOf(tools)).fields.map(toMapped)],
  }),
};

const named = (results: SearchResult['results'], filter: string | undefined): SearchResult => ({
  results: results.filter(({ name }) => name.toLowerCase().includes((filter ?? '').toLowerCase())),
});

const columns =
  (isWanted: (field: Field) => boolean): ServiceList =>
  async (tools, { filter }) => {
    const { fields } = await tableOf(tools);
    const results = fields
      .filter(isWanted)
      .map(({ name, type }) => ({ name, value: name, description: `Type: ${type}` }));
    return named(results, filter);
  };

export const airtableLists: Readonly<Record<string, ServiceList>> = {
  baseSearch: {
    request: 'GET /meta/bases',
    root: 'bases',
    paging: { style: 'cursor', cursor: 'offset', next: 'offset' },
    name: 'name',
    value: 'id',
    url: 'https://airtable.com/{value}',
  },
  tableSearch: {
    request: 'GET /meta/bases/{base}/tables',
    root: 'tables',
    paging: { style: 'cursor', cursor: 'offset', next: 'offset' },
    name: 'name',
    value: 'id',
    url: 'https://airtable.com/{base}/{value}',
  },
  viewSearch: async (tools, { filter }) => {
    const { id, views = [] } = await tableOf(tools);
    const results = views.map((view) => ({
      name: view.name,
      value: view.id,
      url: `https://airtable.com/${String(tools.value('base'))}/${id}/${view.id}`,
    }));
    return named(results, filter);
  },
  getColumns: columns(() => true),
  getAttachmentColumns: columns(({ type }) => /attachment/i.test(type)),
};
