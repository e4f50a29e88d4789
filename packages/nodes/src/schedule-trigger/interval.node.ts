import { defineNode, toSchedule } from '@millrace/engine/node-api';

/** The simplest of the old schedules. */
export const interval = defineNode({
  name: 'core.interval',
  displayName: 'Interval',
  description: 'Starts the workflow at regular intervals. Use Schedule Trigger in new workflows.',
  versions: [1],
  aliases: ['n8n-nodes-base.interval'],
  group: ['trigger', 'schedule'],
  defaults: { name: 'Interval', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  hidden: true,
  activationMessage: 'The schedule is active.',
  parameters: [
    { name: 'interval', displayName: 'Interval', type: 'number', default: 1, typeOptions: { minValue: 1 } },
    {
      name: 'unit',
      displayName: 'Unit',
      type: 'options',
      default: 'seconds',
      options: [
        { name: 'Seconds', value: 'seconds' },
        { name: 'Minutes', value: 'minutes' },
        { name: 'Hours', value: 'hours' },
      ],
    },
  ],
  repeatable: true,
  schedule: (context) => [toSchedule({ unit: context.parameter('unit'), count: context.parameter('interval') })],
  execute: ({ trigger }) => [trigger?.kind === 'items' ? trigger.items : [{ json: {} }]],
});
