import { defineNode } from '@millrace/engine/node-api';
import { eventsParameter, readEvents, toEventItem } from './events.ts';

export const lifecycleTrigger = defineNode({
  name: 'core.lifecycleTrigger',
  displayName: 'Lifecycle Trigger',
  description: 'Starts the workflow when it is activated or changed, or when the instance starts',
  versions: [1],
  defaultVersion: 1,
  aliases: ['n8n-nodes-base.n8nTrigger'],
  group: ['trigger'],
  defaults: { name: 'Lifecycle Trigger', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['instance started', 'restart', 'startup', 'activated', 'published', 'updated', 'n8n'],
  },
  activationMessage: 'The workflow now starts on the chosen events.',
  parameters: [eventsParameter(['activate', 'init', 'update'])],
  repeatable: true,
  lifecycle: (context) => readEvents(context.parameter('events')),
  execute: (context) => [context.trigger?.kind === 'items' ? context.trigger.items : [toEventItem(context)]],
});
