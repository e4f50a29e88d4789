import { defineNode, NodeError, readTriggerTimes, triggerTimeValues } from '@millrace/engine/node-api';

/** What Schedule Trigger was before it had its name. */
export const cron = defineNode({
  name: 'core.cron',
  displayName: 'Cron',
  description: 'Starts the workflow on a schedule. Use Schedule Trigger in new workflows.',
  versions: [1],
  aliases: ['n8n-nodes-base.cron'],
  group: ['trigger', 'schedule'],
  defaults: { name: 'Cron', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  hidden: true,
  activationMessage: 'The schedule is active.',
  parameters: [
    {
      name: 'triggerTimes',
      displayName: 'Trigger times',
      type: 'fixedCollection',
      default: { item: [{ mode: 'everyDay' }] },
      typeOptions: { multipleValues: true, multipleValueButtonText: 'Add time' },
      options: [
        {
          name: 'item',
          displayName: 'Item',
          values: triggerTimeValues,
        },
      ],
    },
  ],
  repeatable: true,
  schedule(context) {
    const specs = readTriggerTimes(context.parameter('triggerTimes'));
    if (specs.length === 0) throw new NodeError('The schedule has no time');
    return specs;
  },
  execute: ({ trigger }) => [trigger?.kind === 'items' ? trigger.items : [{ json: {} }]],
});
