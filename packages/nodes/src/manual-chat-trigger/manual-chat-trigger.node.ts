import { defineNode, NodeError, type WebhookSpec } from '@millrace/engine/node-api';
import { toChatItem } from '../chat-trigger/chat-item.ts';

const path = (webhookId: string | undefined): string => {
  if (webhookId) return `${webhookId}/chat`;
  throw new NodeError('The chat has no address', { description: 'Take a Chat Trigger in place of this node.' });
};

/** Of workflows that were made before chats had pages: messages reach it by hand only. */
export const manualChatTrigger = defineNode({
  name: 'core.manualChatTrigger',
  displayName: 'Manual Chat Trigger',
  description: 'Starts the workflow when a message is sent to its test URL',
  versions: [1, 1.1],
  aliases: ['@n8n/n8n-nodes-langchain.manualChatTrigger'],
  group: ['trigger'],
  defaults: { name: 'When chat message received', color: '#d9602b' },
  maxNodes: 1,
  hidden: true,
  inputs: [],
  outputs: ['main'],
  codex: { categories: ['Core Nodes'], alias: ['chat', 'message'] },
  eventTriggerDescription: 'Waiting for a message at the test URL',
  parameters: [],
  repeatable: true,
  webhooks: [
    { name: 'setup', httpMethod: 'GET', path: 'chat' },
    { name: 'default', httpMethod: 'POST', path: 'chat' },
  ],
  webhook({ node }): WebhookSpec[] {
    const shared = { path: path(node.webhookId), responseMode: 'lastNode', testOnly: true } as const;
    return [
      { name: 'setup', method: 'GET', ...shared, chat: { title: 'Test chat', greetings: [] } },
      { method: 'POST', ...shared },
    ];
  },
  execute({ trigger }) {
    if (trigger?.kind === 'items') return [trigger.items];
    if (trigger?.kind === 'webhook') {
      const { json } = toChatItem({ ...trigger.request, binary: {} }, undefined);
      return [[{ json: { ...json, input: json.chatInput ?? '' } }]];
    }
    throw new NodeError('A chat trigger starts with a message', {
      description: 'Execute the workflow and write a message on the test page, or pin data to the node.',
    });
  },
});
