import { defineNode } from '@millrace/engine/node-api';
import { eventsParameter, readEvents, whatHappened } from './events.ts';

/** The oldest form of Lifecycle Trigger: its item names the event only. */
export const activationTrigger = defineNode({
  name: 'core.activationTrigger',
  displayName: 'Activation Trigger',
  description:
    'Starts the workflow when it is activated or changed, or when the instance starts. Use Lifecycle Trigger in new workflows.',
  versions: [1],
  aliases: ['n8n-nodes-base.activationTrigger'],
  group: ['trigger'],
  defaults: { name: 'Activation Trigger', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  hidden: true,
  activationMessage: 'The workflow now starts on the chosen events.',
  parameters: [eventsParameter(['activate', 'init', 'update'])],
  repeatable: true,
  lifecycle: (context) => readEvents(context.parameter('events')),
  execute: (context) => [
    context.trigger?.kind === 'items'
      ? context.trigger.items
      : [{ json: { activation: whatHappened(context) ?? 'manual' } }],
  ],
});
