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
  description: 'Whether Airtable turns text into what the column holds, such as links and choices',
});
const ignoreFields = text('ignoreFields', 'Ignore Fields From Input', {
  displayOptions: { show: { '/columns.mappingMode': ['autoMapInputData'] } },
  description: 'Fields of the items that are not sent, with commas between',
});
const writeOptions = collection('options', 'Options', [typecast, ignoreFields], { placeholder: 'Add Option' });
const changeOptions = collection(
  'options',
  'Options',
  [
    typecast,
    ignoreFields,
    toggle('updateAllMatches', 'Update All Matches', {
      description: 'Whether all records that match are updated, and not the first alone',
    }),
  ],
  { placeholder: 'Add Option' },
);

const downloadFields = choices(
  'downloadFields',
  'Download Attachments',
  {},
  {
    typeOptions: { ...dependsOn, loadOptionsMethod: 'getAttachmentColumns' },
    description: 'Columns whose files are downloaded',
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
          name: 'Get Many',
          action: 'Get many bases',
          once: () => true,
          fields: [
            collection('options', 'Options', [
              choices('permissionLevel', 'Permission Level', {
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
          name: 'Get Schema',
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
          name: 'Create or Update',
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
          description: 'Records that fit a formula, or all of them',
          readsOnly: true,
          // Version 2 searched once, whatever came in.
          once: ({ node }) => node.typeVersion < 2.1,
          list: { returnAll: true, limit: 100, maxLimit: 100 },
          fields: [
            ...inTable,
            text('filterByFormula', 'Filter By Formula', {
              placeholder: "NOT({Name} = 'Admin')",
              description: 'Records for which it gives something. Left empty: all.',
            }),
            collection('options', 'Options', [
              downloadFields,
              choices(
                'fields',
                'Output Fields',
                {},
                {
                  typeOptions: { ...dependsOn, loadOptionsMethod: 'getColumns' },
                  description: 'Columns that are returned. None chosen: all.',
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
