import { defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import { readAnswer } from './answer.ts';
import { respondParameters } from './parameters.ts';
import { isStreamed, sendPieces } from './stream.ts';

/** Version 1.3 always has the second output, later ones only where it is asked for. */
const hasResponseOutput = (version: number, isAskedFor: boolean) => version === 1.3 || (version >= 1.4 && isAskedFor);

/** All items are a piece each, in place of their list. */
const piecesOf = (context: ExecuteContext<typeof respondParameters>, { text }: { text: string }): string[] =>
  context.parameter('respondWith') === 'allIncomingItems' && !context.parameter('options').responseKey
    ? context.items.map(({ json }) => JSON.stringify(json))
    : [text];

export const respondToWebhook = defineNode({
  name: 'core.respondToWebhook',
  displayName: 'Respond to Webhook',
  description: 'Responds to the call that started the workflow',
  versions: [1, 1.1, 1.2, 1.3, 1.4, 1.5],
  defaultVersion: 1.5,
  aliases: ['n8n-nodes-base.respondToWebhook'],
  group: ['transform'],
  defaults: { name: 'Respond to Webhook', color: '#1f84d0' },
  subtitle: '={{ $parameter.respondWith }}',
  inputs: ['main'],
  outputs:
    '={{ $nodeVersion === 1.3 || ($nodeVersion >= 1.4 && $parameter.enableResponseOutput === true) ? [{ type: "main", displayName: "Input Data" }, { type: "main", displayName: "Response" }] : ["main"] }}',
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['answer', 'reply', 'HTTP', 'API', 'REST', 'status code', 'redirect'],
  },
  credentials: [{ name: 'jwtAuth', required: true, displayOptions: { show: { respondWith: ['jwt'] } } }],
  readsSecrets: true,
  parameters: respondParameters,
  repeatable: true,
  async execute(context) {
    const { response, shown } = await readAnswer(context);
    const { enableStreaming = true } = context.parameter('options');
    const { body } = response;
    if (body.kind === 'text' && enableStreaming && isStreamed(context))
      sendPieces(context, response, piecesOf(context, body));
    else context.respond(response);
    const passedOn = [...context.items];
    const isAskedFor = context.node.typeVersion >= 1.4 && context.parameter('enableResponseOutput');
    if (!hasResponseOutput(context.node.typeVersion, isAskedFor)) return [passedOn];
    return [passedOn, [{ json: { response: shown }, pairedItem: [...context.items.keys()] }]];
  },
});
