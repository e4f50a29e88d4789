import { defineNode } from '@millrace/engine/node-api';
import { eventsParameter, readEvents, toEventItem } from './events.ts';

/** What Lifecycle Trigger was before it heard of the instance. */
export const workflowTrigger = defineNode({
  name: 'core.workflowTrigger',
  displayName: 'Workflow Trigger',
  description: 'Starts the workflow when it is activated or changed. Use Lifecycle Trigger in new workflows.',
  versions: [1],
  aliases: ['n8n-nodes-base.workflowTrigger'],
  group: ['trigger'],
  defaults: { name: 'Workflow Trigger', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  hidden: true,
  activationMessage: 'The workflow now starts on the chosen events.',
  parameters: [eventsParameter(['activate', 'update'])],
  repeatable: true,
  lifecycle: (context) => readEvents(context.parameter('events')),
  execute: (context) => [context.trigger?.kind === 'items' ? context.trigger.items : [toEventItem(context)]],
});
