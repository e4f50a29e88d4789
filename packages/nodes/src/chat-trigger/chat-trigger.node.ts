import { type ChatPage, defineNode, type NodeContext, NodeError, type WebhookSpec } from '@millrace/engine/node-api';
import { readAuthentication } from '../webhook/call-spec.ts';
import { filePrefix, toChatItem } from './chat-item.ts';
import { chatTriggerParameters } from './parameters.ts';

type Context = NodeContext<typeof chatTriggerParameters>;

interface Options {
  allowedOrigins?: string;
  allowFileUploads?: boolean;
  allowedFilesMimeTypes?: string;
  customCss?: string;
  inputPlaceholder?: string;
  loadPreviousSession?: string;
  responseMode?: string;
  subtitle?: string;
  title?: string;
}

/** What the page offers for choosing files; undefined: none may be sent. */
const acceptOf = ({ allowFileUploads, allowedFilesMimeTypes = '*' }: Options): string | undefined =>
  allowFileUploads ? allowedFilesMimeTypes : undefined;

const readPage = (context: Context, options: Options): ChatPage => {
  const accept = acceptOf(options);
  const { title = 'Hi there! 👋', subtitle = "Start a chat. We're here to help you 24/7.", inputPlaceholder } = options;
  return {
    title,
    subtitle,
    greetings: String(context.parameter('initialMessages') ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    ...(inputPlaceholder && { placeholder: inputPlaceholder }),
    ...(accept !== undefined && { files: /^\s*(\*|\*\/\*)?\s*$/.test(accept) ? {} : { accept } }),
    ...(options.loadPreviousSession === 'manually' && { loadsSession: true }),
    ...(options.customCss?.trim() && { css: options.customCss }),
  };
};

/** How calls are answered: nodes that talk give pieces, as a stream has them. */
const modes: Readonly<Record<string, WebhookSpec['responseMode']>> = {
  lastNode: 'lastNode',
  responseNode: 'responseNode',
  responseNodes: 'streaming',
  streaming: 'streaming',
};

/** The page, and where messages go. @throws NodeError */
const readSpecs = (context: Context): WebhookSpec[] => {
  const { webhookId } = context.node;
  if (!webhookId) throw new NodeError('The chat has no address', { description: 'Add the node once more.' });
  const options = context.parameter('options') as Options;
  const isPublic = context.parameter('public');
  const { responseMode: mode = 'lastNode' } = options;
  const responseMode = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  if (!responseMode) throw new NodeError(`A chat cannot respond in the mode "${mode}"`);
  const shared = {
    path: `${webhookId}/chat`,
    responseMode,
    ...(isPublic
      ? {
          authentication: readAuthentication(context.parameter('authentication')),
          allowedOrigins: options.allowedOrigins || undefined,
        }
      : { testOnly: true }),
  };
  const isHosted = !isPublic || context.parameter('mode') !== 'webhook';
  const isOfPage = isHosted && 'authentication' in shared && shared.authentication !== undefined;
  const talk: WebhookSpec = {
    method: 'POST',
    ...shared,
    binaryPropertyName: filePrefix,
    ...(isOfPage && { ofPage: true }),
  };
  return isHosted ? [{ name: 'setup', method: 'GET', ...shared, chat: readPage(context, options) }, talk] : [talk];
};

export const chatTrigger = defineNode({
  name: 'core.chatTrigger',
  displayName: 'Chat Trigger',
  description: 'Starts the workflow on each chat message, on its own page or embedded in yours',
  versions: [1, 1.1, 1.2, 1.3, 1.4],
  defaultVersion: 1.4,
  aliases: ['@n8n/n8n-nodes-langchain.chatTrigger'],
  group: ['trigger'],
  defaults: { name: 'When chat message received', color: '#d9602b' },
  maxNodes: 1,
  inputs: [],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['chat', 'message', 'conversation', 'assistant', 'bot', 'talk'],
  },
  activationMessage: 'The chat is now live.',
  eventTriggerDescription: 'Waiting for a message at the test URL',
  credentials: [{ name: 'httpBasicAuth', required: true, displayOptions: { show: { authentication: ['basicAuth'] } } }],
  parameters: chatTriggerParameters,
  repeatable: true,
  webhooks: [
    { name: 'setup', httpMethod: 'GET', path: 'chat' },
    { name: 'default', httpMethod: 'POST', path: 'chat' },
  ],
  webhook: readSpecs,
  execute(context) {
    const { trigger } = context;
    if (trigger?.kind === 'items') return [trigger.items];
    const options = context.parameter('options') as Options;
    if (trigger?.kind === 'webhook') return [[toChatItem(trigger.request, acceptOf(options))]];
    throw new NodeError('A chat trigger starts with a message', {
      description: 'Execute the workflow and write a message on the test page, or pin data to the node.',
    });
  },
});
