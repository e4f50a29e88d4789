import type { JsonObject } from '@millrace/contract/data';
import type { FormSpec, FormSubmission } from './form.ts';
import type { WebhookRequest } from './http.ts';
import type { WorkflowCallResult } from './sub-workflow.ts';
import type { WebhookSpec } from './webhook.ts';

/**
 * Waits that outlive the process. A node returns `context.wait(…)` instead of items: the run ends as `waiting`, and all that is kept of
 * it is data. When the wait is over, the node is called a second time, with what ended it as `context.resumption`.
 */

/** What a run waits for: whatever comes first. Plain data. */
export interface WaitRequest {
  /** Epoch milliseconds; null: indefinitely. */
  till: number | null;
  /** A call of the resume URL ends it. */
  webhook?: ResumeWebhook;
  /** Someone who sends this form ends it. */
  form?: FormSpec;
  /** The end of an execution that this one has called ends it. */
  executionId?: string;
  /** What the node wants to know when it is called again; `context.memo` then. */
  memo?: JsonObject;
}

export interface ResumeWebhook extends Omit<WebhookSpec, 'path'> {
  /** What the call must have behind the resume URL, without a leading slash. */
  suffix?: string;
}

/** What ended a wait. Plain data. */
export type Resumption =
  | { kind: 'time' }
  | { kind: 'webhook'; request: WebhookRequest }
  | ({ kind: 'form' } & FormSubmission)
  | { kind: 'execution'; result: WorkflowCallResult };

/** What `context.wait` gives and `execute` returns. */
export class Wait {
  readonly request: WaitRequest;

  constructor(request: WaitRequest) {
    this.request = request;
  }
}
