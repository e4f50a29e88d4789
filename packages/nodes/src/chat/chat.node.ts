import { type Item, isObject, type JsonObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError, type NodeOutput } from '@millrace/engine/node-api';
import { toChatItem } from '../chat-trigger/chat-item.ts';
import { readAnswerLimit, readApproval } from '../send-and-wait/send-and-wait.ts';
import { chatParameters } from './parameters.ts';

type Context = ExecuteContext<typeof chatParameters>;

const triggerTypes = [
  'core.chatTrigger',
  '@n8n/n8n-nodes-langchain.chatTrigger',
  'core.manualChatTrigger',
  '@n8n/n8n-nodes-langchain.manualChatTrigger',
];

const refuseOtherTriggers = (context: Context): void => {
  const trigger = context.nodesBefore().find(({ type }) => triggerTypes.includes(type));
  if (!trigger)
    throw new NodeError('The workflow does not begin with a chat', {
      description: 'Start the workflow with a Chat Trigger and connect it to this node.',
    });
  const { options } = trigger.parameters;
  const mode = isObject(options) ? options.responseMode : undefined;
  if (trigger.type.endsWith('chatTrigger') && mode !== 'responseNodes')
    throw new NodeError(`"${trigger.name}" answers in another way`, {
      description: "Choose 'Using Response Nodes' as its Response Mode.",
    });
};

/** Whether the workflow goes on with what is said next. */
const waits = (context: Context): boolean =>
  context.node.typeVersion < 1.1
    ? context.parameter('waitUserReply')
    : context.parameter('operation') === 'sendAndWait';

const asksForApproval = (context: Context): boolean =>
  context.node.typeVersion >= 1.1 && context.parameter('responseType') === 'approval';

/** What else whoever talks is told: where the answer goes, and by which buttons it may be given. */
const question = (context: Context): JsonObject => {
  const { resumeUrl } = context;
  if (!resumeUrl) throw new NodeError('Nobody can answer, since this execution has no address');
  if (!asksForApproval(context)) return { resumeUrl };
  const buttons = readApproval(context as unknown as ExecuteContext);
  return {
    resumeUrl,
    buttons: buttons.map((button) => ({ ...button })),
    blocksInput: context.parameter('blockUserInput'),
  };
};

const say = (context: Context): void => {
  const answer = context.continueResponse({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  const metadata = { nodeName: context.node.name, timestamp: context.now(), runIndex: context.runIndex, itemIndex: 0 };
  const pieces: JsonObject[] = [
    { type: 'begin' },
    { type: 'item', content: String(context.parameter('message') ?? '') },
    { type: 'end' },
    ...(waits(context) ? [{ type: 'wait', ...question(context) }] : []),
  ];
  for (const piece of pieces) answer.write(`${JSON.stringify({ ...piece, metadata })}\n`);
};

/** The input where the time was over. */
const afterWait = (context: Context): NodeOutput => {
  const { resumption } = context;
  if (resumption?.kind !== 'webhook') return [context.items as Item[]];
  const { approved, ...said } = toChatItem(resumption.request, '*').json;
  const { binary } = resumption.request;
  const files = binary && Object.keys(binary).length > 0 ? { binary } : {};
  if (context.node.typeVersion < 1.1) return [[{ json: said, ...files }]];
  // Whoever writes instead of clicking has not agreed.
  const data = asksForApproval(context) ? { ...said, approved: approved === true || approved === 'true' } : said;
  return [[{ json: { data }, ...files }]];
};

export const chat = defineNode({
  name: 'core.chat',
  displayName: 'Chat',
  description: 'Sends a chat message and can wait for the response',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  aliases: ['@n8n/n8n-nodes-langchain.chat'],
  group: ['input'],
  defaults: { name: 'Chat', color: '#d9602b' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['respond to chat', 'message', 'human', 'approval', 'wait', 'conversation', 'ask'],
  },
  parameters: chatParameters,
  repeatable: true,
  execute(context) {
    if (context.resumption) return afterWait(context);
    refuseOtherTriggers(context);
    say(context);
    if (!waits(context)) return [context.items as Item[]];
    const till = readAnswerLimit(context as unknown as ExecuteContext);
    return context.wait({ till, webhook: { method: 'POST', responseMode: 'streaming', binaryPropertyName: 'data' } });
  },
});
