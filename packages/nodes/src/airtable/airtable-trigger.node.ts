import type { JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { collection, text, toggle } from '../service/field.ts';
import { definePollTrigger } from '../service/poll-trigger.ts';
import { oldAirtableConnection } from './connection.ts';
import { byAddress } from './fields.ts';
import { type AirtableRecord, formulaField, nameList, withAttachments } from './records.ts';

export const airtableTrigger = definePollTrigger({
  name: 'service.airtableTrigger',
  displayName: 'Airtable Trigger',
  description: 'Starts the workflow when records in Airtable are created or changed',
  aliases: ['n8n-nodes-base.airtableTrigger'],
  versions: [1],
  defaultVersion: 1,
  color: '#c67f0d',
  category: 'Data & Storage',
  words: ['database', 'table', 'record', 'poll'],
  connection: { ...oldAirtableConnection, defaultCredential: 'airtableTokenApi' },
  fields: [
    ...byAddress('baseId', 'tableId'),
    text('triggerField', 'Trigger Field', {
      required: true,
      placeholder: 'Last Modified',
      description: 'A column that holds when a record was created or last changed',
    }),
    toggle('downloadAttachments', 'Download Attachments', {
      description: 'Whether the files of some columns are downloaded',
    }),
    text('downloadFieldNames', 'Download Fields', {
      required: true,
      displayOptions: { show: { downloadAttachments: [true] } },
      description: 'Columns whose files are downloaded, with commas between',
    }),
    collection('additionalFields', 'Additional Fields', [
      text('fields', 'Fields', {
        placeholder: 'Name, Status',
        description: 'Columns that are returned, with commas between. Left empty: all.',
      }),
      text('formula', 'Formula', { description: 'Only records for which it gives something' }),
      text('viewId', 'View ID', { description: 'Only records of this view, by its name or ID' }),
    ]),
  ],
  news: (tools, since, limit) => {
    const field = String(tools.value('triggerField'));
    const { fields, formula, viewId } = tools.value('additionalFields') as JsonObject;
    const isNew = since && `NOT(IS_BEFORE(${formulaField(field)}, DATETIME_PARSE('${since}')))`;
    const conditions = [isNew, formula].filter((condition) => typeof condition === 'string' && condition !== '');
    const names = nameList(fields);
    const query = {
      view: viewId,
      fields: names.length > 0 && !names.includes(field) ? [field, ...names] : names,
      filterByFormula: conditions.length > 1 ? `AND(${conditions.join(', ')})` : conditions[0],
      sort: [{ field, direction: 'desc' }],
    };
    return tools.list<AirtableRecord>('GET /{baseId}/{tableId}', { query }, { root: 'records', limit });
  },
  at: (record, tools) => {
    const field = String(tools.value('triggerField'));
    const at = (record as AirtableRecord).fields[field];
    const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    if (Number.isNaN(time)) {
      throw new NodeError(`The column "${field}" holds no time`, {
        description: 'Choose a column of the type Created time or Last modified time.',
      });
    }
    return new Date(time).toISOString();
  },
  id: ({ id }) => String(id),
  toItem: (record, tools) =>
    tools.value('downloadAttachments') === true
      ? withAttachments(record as AirtableRecord, nameList(tools.value('downloadFieldNames')), tools)
      : { json: record },
});
