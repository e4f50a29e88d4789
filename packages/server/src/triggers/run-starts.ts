import type { FormSubmission } from '@millrace/engine/node-api';
import { type JsonText, objectText } from '../platform/json-text.ts';

/** JSON of the RunStarts that triggers make. What has come may be many megabytes, and is read where the execution runs. */

/** @param payload JSON of a TriggerPayload */
export const startBy = (node: string, payload: JsonText): JsonText =>
  objectText({ kind: 'trigger', node }, { payload });

/** @param request JSON of a WebhookRequest */
export const callPayload = (request: JsonText): JsonText => objectText({ kind: 'webhook' }, { request });

export const formPayload = (submission: FormSubmission): JsonText => objectText({ kind: 'form', ...submission });

/** @param output JSON of a NodeOutput */
export const startByOutput = (node: string, output: JsonText): JsonText =>
  startBy(node, objectText({ kind: 'output' }, { output }));
