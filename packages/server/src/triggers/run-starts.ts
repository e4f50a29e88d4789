import { type JsonText, objectText } from '../platform/json-text.ts';

/** JSON of the RunStarts that triggers make. What has come may be many megabytes, and is read where the execution runs. */

const startBy = (node: string, payload: JsonText): JsonText => objectText({ kind: 'trigger', node }, { payload });

/** @param request JSON of a WebhookRequest */
export const startByCall = (node: string, request: JsonText): JsonText =>
  startBy(node, objectText({ kind: 'webhook' }, { request }));

/** @param output JSON of a NodeOutput */
export const startByOutput = (node: string, output: JsonText): JsonText =>
  startBy(node, objectText({ kind: 'output' }, { output }));
