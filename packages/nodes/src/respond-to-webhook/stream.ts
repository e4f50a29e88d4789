import { isObject, type JsonObject } from '@millrace/contract/data';
import type { ExecuteContext, FlowNode, WebhookResponse } from '@millrace/engine/node-api';

/** Answers that are given in pieces: a line of JSON each, by which chats and other callers know what is content and when it is over. */

const modeOf = ({ parameters }: FlowNode): unknown =>
  isObject(parameters.options) && parameters.options.responseMode !== undefined
    ? parameters.options.responseMode
    : parameters.responseMode;

/** Whether whoever called waits for pieces: the trigger says so. */
export const isStreamed = (context: Pick<ExecuteContext, 'nodesBefore'>): boolean =>
  context.nodesBefore().some((node) => modeOf(node) === 'streaming');

/** @param contents one piece each */
export const sendPieces = (
  context: Pick<ExecuteContext, 'startResponse' | 'node' | 'now' | 'runIndex'>,
  { status, headers }: Pick<WebhookResponse, 'status' | 'headers'>,
  contents: readonly string[],
): void => {
  const stream = context.startResponse({
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  });
  const say = (piece: JsonObject, itemIndex: number) => {
    const metadata = { nodeName: context.node.name, timestamp: context.now(), runIndex: context.runIndex, itemIndex };
    stream.write(`${JSON.stringify({ ...piece, metadata })}\n`);
  };
  say({ type: 'begin' }, 0);
  for (const [itemIndex, content] of contents.entries()) say({ type: 'item', content }, itemIndex);
  say({ type: 'end' }, 0);
  stream.end();
};
