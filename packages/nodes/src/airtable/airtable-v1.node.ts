import type { JsonObject } from '@millrace/contract/data';
import { defineService } from '../service/define-service.ts';
import { choice, collection, entries, number, text, toggle } from '../service/field.ts';
import { operation, type Tools } from '../service/operation.ts';
import { oldAirtableConnection } from './connection.ts';
import { airtableDescription } from './description.ts';
import { byAddress } from './fields.ts';
import { listRecords, readSort } from './read-records.ts';
import { nameList, withAttachments, withoutFields } from './records.ts';

const inTable = byAddress('application', 'table');
const recordId = text('id', 'ID', { required: true, description: 'The ID of the record' });
const fieldNames = text('fields', 'Fields', {
  default: [] as never,
  required: true,
  typeOptions: { multipleValues: true, multipleValueButtonText: 'Add field' },
  placeholder: 'Name',
});

const bulkSize = number('bulkSize', 'Bulk size', {
  default: 10,
  typeOptions: { minValue: 1, maxValue: 10 },
  description: 'The number of records to send in one request',
});
const typecast = toggle('typecast', 'Typecast', {
  description: 'Whether Airtable converts text to match the column type, such as links and select options',
});

const optionsOf = (tools: unknown): JsonObject => (tools as Tools).value('options' as never) as JsonObject;

const size = (tools: unknown): number => Math.min(Math.max(Number(optionsOf(tools).bulkSize ?? 10), 1), 10);

/** All fields of the item without its id, or those that are named. */
const fieldsOf = (tools: unknown, sendsAll: unknown): JsonObject => {
  const { item, value } = tools as Tools;
  if (sendsAll) return withoutFields(item.json, `id,${String(optionsOf(tools).ignoreFields ?? '')}`);
  const names = nameList(value('fields' as never));
  return Object.fromEntries(names.map((name) => [name, item.json[name] ?? null]));
};

export const airtableV1 = defineService({
  ...airtableDescription,
  versions: [1],
  connection: oldAirtableConnection,
  defaultOperation: 'read',
  operations: {
    append: operation({
      name: 'Append',
      action: 'Append data to a table',
      fields: [
        ...inTable,
        toggle('addAllFields', 'Add all fields', {
          default: true,
          description: 'Whether to send all fields of the items',
        }),
        { ...fieldNames, displayOptions: { show: { addAllFields: [false] } } },
        collection('options', 'Options', [bulkSize, typecast]),
      ],
      request: 'POST /{application}/{table}',
      batch: { size, into: 'records', beside: ['typecast'] },
      fill: (tools) => ({
        fields: fieldsOf(tools, tools.value('addAllFields')),
        ...(optionsOf(tools).typecast === true && { typecast: true }),
      }),
    }),
    delete: operation({
      name: 'Delete',
      action: 'Delete data from a table',
      fields: [...inTable, recordId, collection('options', 'Options', [bulkSize])],
      request: 'DELETE /{application}/{table}/{id}',
    }),
    list: operation({
      name: 'List',
      action: 'List data from a table',
      readsOnly: true,
      once: () => true,
      list: { returnAll: true, limit: 100, maxLimit: 100 },
      fields: [
        ...inTable,
        toggle('downloadAttachments', 'Download attachments', {
          description: 'Whether to download attachments',
        }),
        text('downloadFieldNames', 'Download fields', {
          required: true,
          displayOptions: { show: { downloadAttachments: [true] } },
          description: 'Names of the attachment columns, separated by commas',
        }),
        collection('additionalOptions', 'Additional options', [
          fieldNames,
          text('filterByFormula', 'Filter by formula', { placeholder: "NOT({Name} = '')" }),
          entries('sort', 'Sort', {
            name: 'property',
            displayName: 'Property',
            values: [text('field', 'Field'), choice('direction', 'Direction', { asc: 'ASC', desc: 'DESC' })],
          }),
          text('view', 'View', { placeholder: 'All Stories' }),
        ]),
      ],
      run: async (tools) => {
        const { sort, fields, ...more } = tools.value('additionalOptions') as JsonObject;
        const query = { ...more, fields: nameList(fields), sort: readSort(sort) };
        const records = await listRecords('/{application}/{table}', query, tools as never);
        if (!tools.value('downloadAttachments')) return records;
        const names = nameList(tools.value('downloadFieldNames'));
        const items = [];
        for (const record of records) {
          const { json, binary = {} } = await withAttachments(record, names, tools);
          items.push(tools.withFiles(json, binary));
        }
        return items;
      },
    }),
    read: operation({
      name: 'Read',
      action: 'Read data from a table',
      fields: [...inTable, recordId],
      request: 'GET /{application}/{table}/{id}',
    }),
    update: operation({
      name: 'Update',
      action: 'Update data in a table',
      fields: [
        ...inTable,
        recordId,
        toggle('updateAllFields', 'Update all fields', {
          default: true,
          description: 'Whether to send all fields of the items',
        }),
        { ...fieldNames, displayOptions: { show: { updateAllFields: [false] } } },
        collection('options', 'Options', [
          bulkSize,
          text('ignoreFields', 'Ignore fields', {
            description: 'Names of the fields not to send, separated by commas',
          }),
          typecast,
        ]),
      ],
      request: 'PATCH /{application}/{table}',
      batch: { size, into: 'records', beside: ['typecast'] },
      fill: (tools) => ({
        id: tools.value('id'),
        fields: fieldsOf(tools, tools.value('updateAllFields')),
        typecast: optionsOf(tools).typecast === true,
      }),
    }),
  },
});
