import type { NodeDefinition } from '@millrace/engine/node-api';

export const dateTimeDescription = {
  name: 'core.dateTime',
  displayName: 'Date & Time',
  aliases: ['n8n-nodes-base.dateTime'],
  description: 'Formats, rounds, extracts and calculates dates and times',
  group: ['transform'],
  defaults: { name: 'Date & Time', color: '#2f9457' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['time', 'date', 'format', 'clock', 'calendar', 'duration', 'timezone', 'now'],
  },
} as const satisfies Partial<NodeDefinition>;

export const timeUnits = [
  { name: 'Years', value: 'years' },
  { name: 'Quarters', value: 'quarters' },
  { name: 'Months', value: 'months' },
  { name: 'Weeks', value: 'weeks' },
  { name: 'Days', value: 'days' },
  { name: 'Hours', value: 'hours' },
  { name: 'Minutes', value: 'minutes' },
  { name: 'Seconds', value: 'seconds' },
  { name: 'Milliseconds', value: 'milliseconds' },
] as const;
