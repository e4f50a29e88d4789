import { defineNode } from '@millrace/engine/node-api';
import { writeEventFile } from '../convert-to-file/write-event-file.ts';
import { eventFields } from '../files/write-calendar.ts';
import { choice } from '../service/field.ts';

/** What Convert to File was for calendar events, before it had them. */
export const iCalendarNode = defineNode({
  name: 'core.iCal',
  displayName: 'iCalendar',
  aliases: ['n8n-nodes-base.iCal'],
  description: 'Creates a calendar file from each item. Use Convert to File in new workflows.',
  versions: [1],
  group: ['input'],
  defaults: { name: 'iCalendar', color: '#2f9457' },
  inputs: ['main'],
  outputs: ['main'],
  hidden: true,
  repeatable: true,
  parameters: [
    choice('operation', 'Operation', { createEventFile: 'Create event file' }, { noDataExpression: true }),
    ...eventFields,
  ],
  execute: (context) =>
    context.forEachItem(async (_item, index) => ({
      json: {},
      binary: { [context.parameter('binaryPropertyName', index)]: await writeEventFile(context, index) },
    })),
});
