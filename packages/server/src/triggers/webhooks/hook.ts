import type { WorkflowNode } from '@millrace/contract';
import type { WebhookResponse, WebhookSpec } from '@millrace/engine/node-api';
import type { EnqueuedExecution, RunnableVersion } from '../../executions/types.ts';
import type { CallToJudge } from '../../node-calls/types.ts';
import type { JsonText } from '../../platform/json-text.ts';
import type { StartedFiles } from '../started-files.ts';
import { parseAllowList } from './sender.ts';

/** Something that answers on a webhook path. */
export interface Hook {
  spec: WebhookSpec;
  /** Undefined: everyone may call. */
  allowed: ReturnType<typeof parseAllowList> | undefined;
  /** Whose credentials callers are asked for, where the spec says so. @throws Error where that is not known any more */
  owner?: () => Promise<HookOwner>;
  /**
   * @param payload JSON of the TriggerPayload: a body can be large, and is read where it holds up no one
   * @param executionId reserved, if files of the call were stored for it
   * @throws AppError tooManyRuns
   */
  start(payload: JsonText, executionId?: number): Promise<EnqueuedExecution>;
  /**
   * Where code of the node judges each call: an execution starts only where it accepts.
   * @param files of the call, and of what the node writes
   * @throws ReceiveTimeout; NodeError of the node
   */
  receive?(call: CallToJudge, files: StartedFiles): Promise<ReceivedOutcome>;
}

/** The node that is called, in its workflow. */
export interface HookOwner {
  workflowId: string | null;
  ranBy: string;
  node: WorkflowNode;
}

/** What has become of a call that a node has judged. */
export type ReceivedOutcome =
  /** `response`: the caller gets it instead of what the webhook says. */
  | { run: EnqueuedExecution; response?: WebhookResponse }
  /** Nothing has started. */
  | { run?: undefined; response: WebhookResponse };

/** The node did not say in time what becomes of a call. */
export class ReceiveTimeout extends Error {
  override name = 'ReceiveTimeout';
}

export interface FoundHook {
  entry: Hook;
  params: Record<string, string>;
}

/** Where calls are looked up: production webhooks, or those that an open editor waits for. */
export interface HookSource {
  /** @param path as it came, without query and the endpoint's own part */
  find(method: string, path: string): FoundHook | undefined | Promise<FoundHook | undefined>;
  methods(path: string): string[] | Promise<string[]>;
  /** What to do when a call finds nothing. */
  hint: string;
}

/** Of whose last node the answer is made, unless another node has answered. */
export const lastNodeAnswerOf = (spec: WebhookSpec): WebhookSpec | undefined =>
  spec.responseMode === 'lastNode' || spec.responseMode === 'streaming' ? spec : undefined;

/** @throws Error for an allow list that is none */
export const createHook = (
  spec: WebhookSpec,
  start: Hook['start'],
  receive?: Hook['receive'],
  owner?: Hook['owner'],
): Hook => ({
  spec,
  owner,
  receive,
  allowed: spec.ipAllowList ? parseAllowList(spec.ipAllowList) : undefined,
  start,
});

/**
 * @param ranBy whoever runs it by hand; nobody: what is stored runs on behalf of whose workflow it is
 * @throws Error where the workflow has no such node any more
 */
export const hookOwner = ({ workflowId, workflow }: RunnableVersion, name: string, ranBy = ''): HookOwner => {
  const node = workflow.nodes.find((one) => one.name === name);
  if (!node) throw new Error(`There is no node "${name}" any more`);
  return { workflowId: workflowId === null ? null : String(workflowId), ranBy, node };
};
