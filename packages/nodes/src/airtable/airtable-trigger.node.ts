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
  description: 'Starts the workflow when records in Airtable are created or updated',
  aliases: ['n8n-nodes-base.airtableTrigger'],
  versions: [1],
  defaultVersion: 1,
  color: '#c67f0d',
  category: 'Data & Storage',
  words: ['database', 'table', 'record', 'poll'],
  connection: { ...oldAirtableConnection, defaultCredential: 'airtableTokenApi' },
  fields: [
    ...byAddress('baseId', 'tableId'),
    text('triggerField', 'Trigger field', {
      required: true,
      placeholder: 'Last Modified',
      description: 'The column that stores when a record was created or last modified',
    }),
    toggle('downloadAttachments', 'Download attachments', {
      description: 'Whether to download attachments',
    }),
    text('downloadFieldNames', 'Download fields', {
      required: true,
      displayOptions: { show: { downloadAttachments: [true] } },
      description: 'Names of the attachment columns, separated by commas',
    }),
    collection('additionalFields', 'Additional fields', [
      text('fields', 'Fields', {
        placeholder: 'Name, Status',
        description: 'Names of the columns to return, separated by commas. Leave empty to return all.',
      }),
      text('formula', 'Formula', { description: 'Only return records for which this formula is true' }),
      text('viewId', 'View ID', { description: 'Only return records in this view. Enter its name or ID.' }),
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
