import type { JsonObject } from '@millrace/contract/data';
import { readColumns } from '../fields/mapped-columns.ts';
import { defineService } from '../service/define-service.ts';
import { choice, choices, collection, entries, mapper, text, toggle } from '../service/field.ts';
import { operation } from '../service/operation.ts';
import { update, upsert, type WriteOptions } from './change-records.ts';
import { airtableLists, airtableMapping } from './columns.ts';
import { airtableConnection } from './connection.ts';
import { airtableDescription } from './description.ts';
import { base, table, view } from './fields.ts';
import { listRecords, readSort, toItems } from './read-records.ts';
import { type AirtableRecord, nameList, withoutFields } from './records.ts';

const inTable = [base, table] as const;
const dependsOn = { loadOptionsDependsOn: ['base.value', 'table.value'] };
const recordId = text('id', 'Record ID', { required: true, placeholder: 'recf7EaZp707CEc8g' });

const columns = (mode: 'add' | 'update', resourceMapperMethod: string, multiKeyMatch: boolean) =>
  mapper(
    'columns',
    'Columns',
    {
      mode,
      resourceMapperMethod,
      multiKeyMatch,
      addAllFields: true,
      fieldWords: { singular: 'column', plural: 'columns' },
    },
    { required: true, typeOptions: { loadOptionsDependsOn: ['table.value', 'base.value'] } },
  );

const typecast = toggle('typecast', 'Typecast', {
  description: 'Whether Airtable converts text to match the column type, such as links and select options',
});
const ignoreFields = text('ignoreFields', 'Ignore fields from input', {
  displayOptions: { show: { '/columns.mappingMode': ['autoMapInputData'] } },
  description: 'Fields of the items not to send, separated by commas',
});
const writeOptions = collection('options', 'Options', [typecast, ignoreFields], { placeholder: 'Add option' });
const changeOptions = collection(
  'options',
  'Options',
  [
    typecast,
    ignoreFields,
    toggle('updateAllMatches', 'Update all matches', {
      description: 'Whether to update all matching records instead of only the first',
    }),
  ],
  { placeholder: 'Add option' },
);

const downloadFields = choices(
  'downloadFields',
  'Download attachments',
  {},
  {
    typeOptions: { ...dependsOn, loadOptionsMethod: 'getAttachmentColumns' },
    description: 'The attachment columns to download',
  },
);

export const airtable = defineService({
  ...airtableDescription,
  versions: [2, 2.1],
  defaultVersion: 2.1,
  connection: airtableConnection,
  lists: airtableLists,
  mapping: airtableMapping,
  defaultResource: 'record',
  resources: {
    base: {
      displayName: 'Base',
      operations: {
        getMany: operation({
          name: 'Get many',
          action: 'Get many bases',
          once: () => true,
          fields: [
            collection('options', 'Options', [
              choices('permissionLevel', 'Permission level', {
                comment: 'Comment',
                create: 'Create',
                edit: 'Edit',
                none: 'None',
                read: 'Read',
              }),
            ]),
          ],
          request: 'GET /meta/bases',
          list: {
            returnAll: true,
            limit: 100,
            maxLimit: 100,
            paging: { style: 'cursor', cursor: 'offset', next: 'offset' },
          },
          output: {
            root: 'bases',
            keep: ({ permissionLevel }, { value }) => {
              const wanted = (value('options' as never) as { permissionLevel?: unknown[] }).permissionLevel ?? [];
              return wanted.length === 0 || wanted.includes(permissionLevel);
            },
          },
        }),
        getSchema: operation({
          name: 'Get schema',
          action: 'Get base schema',
          fields: [base],
          request: 'GET /meta/bases/{base}/tables',
          output: { root: 'tables' },
        }),
      },
    },
    record: {
      displayName: 'Record',
      defaultOperation: 'get',
      operations: {
        create: operation({
          name: 'Create',
          action: 'Create a record',
          fields: [...inTable, columns('add', 'getColumns', true), writeOptions],
          request: 'POST /{base}/{table}',
          batch: { size: 10, into: 'records', beside: ['typecast'] },
          fill: (tools) => {
            const { typecast: cast, ignoreFields: ignored } = tools.value('options') as WriteOptions;
            const { isAutomatic, values } = readColumns(tools.value('columns'), tools.item.json);
            return { typecast: cast === true, fields: isAutomatic ? withoutFields(values, ignored) : values };
          },
        }),
        upsert: operation({
          name: 'Create or update',
          action: 'Create or update a record',
          fields: [...inTable, columns('update', 'getColumnsWithRecordId', true), changeOptions],
          execute: upsert,
        }),
        deleteRecord: operation({
          name: 'Delete',
          action: 'Delete a record',
          fields: [...inTable, recordId],
          request: 'DELETE /{base}/{table}/{id}',
        }),
        get: operation({
          name: 'Get',
          action: 'Get a record',
          readsOnly: true,
          fields: [...inTable, recordId, collection('options', 'Options', [downloadFields])],
          run: async (tools) => {
            const record = await tools.request<AirtableRecord>('GET /{base}/{table}/{id}');
            return toItems([record], tools.value('options').downloadFields, tools as never);
          },
        }),
        search: operation({
          name: 'Search',
          action: 'Search records',
          description: 'Returns records that match a formula, or all of them',
          readsOnly: true,
          // Version 2 searched once, whatever came in.
          once: ({ node }) => node.typeVersion < 2.1,
          list: { returnAll: true, limit: 100, maxLimit: 100 },
          fields: [
            ...inTable,
            text('filterByFormula', 'Filter by formula', {
              placeholder: "NOT({Name} = 'Admin')",
              description: 'Only return records for which this formula is true. Leave empty to return all.',
            }),
            collection('options', 'Options', [
              downloadFields,
              choices(
                'fields',
                'Output fields',
                {},
                {
                  typeOptions: { ...dependsOn, loadOptionsMethod: 'getColumns' },
                  description: 'The columns to return. Leave empty to return all.',
                },
              ),
              view,
            ]),
            entries('sort', 'Sort', {
              name: 'property',
              displayName: 'Property',
              values: [
                choice(
                  'field',
                  'Field',
                  {},
                  {
                    default: '',
                    typeOptions: { ...dependsOn, loadOptionsMethod: 'getColumns' },
                  },
                ),
                choice('direction', 'Direction', { asc: 'ASC', desc: 'DESC' }),
              ],
            }),
          ],
          run: async (tools) => {
            const options = tools.value('options') as JsonObject;
            const chosen = options.view as { value?: string } | string | undefined;
            const query = {
              filterByFormula: tools.value('filterByFormula'),
              fields: nameList(options.fields),
              sort: readSort(tools.value('sort')),
              view: typeof chosen === 'object' ? chosen.value : chosen,
            };
            const records = await listRecords('/{base}/{table}', query, tools as never);
            return toItems(records, options.downloadFields, tools as never);
          },
        }),
        update: operation({
          name: 'Update',
          action: 'Update record',
          fields: [...inTable, columns('update', 'getColumnsWithRecordId', false), changeOptions],
          execute: update,
        }),
      },
    },
  },
});
