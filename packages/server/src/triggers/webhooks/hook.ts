import type { WebhookSpec } from '@millrace/engine/node-api';
import type { EnqueuedExecution } from '../../executions/types.ts';
import { JsonText } from '../../platform/json-text.ts';
import { parseAllowList } from './sender.ts';

/** Something that answers on a webhook path. */
export interface Hook {
  spec: WebhookSpec;
  /** Undefined: everyone may call. */
  allowed: ReturnType<typeof parseAllowList> | undefined;
  /**
   * @param request JSON of a WebhookRequest: a body can be large, and is read where it holds up no one
   * @param executionId reserved, if files of the call were stored for it
   * @throws AppError tooManyRuns
   */
  start(request: JsonText, executionId?: number): Promise<EnqueuedExecution>;
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

/** @throws Error for an allow list that is none */
export const createHook = (spec: WebhookSpec, start: Hook['start']): Hook => ({
  spec,
  allowed: spec.ipAllowList ? parseAllowList(spec.ipAllowList) : undefined,
  start,
});

/** JSON of the RunStart that a call makes. @param request JSON of a WebhookRequest */
export const startByCall = (node: string, request: JsonText): JsonText =>
  new JsonText(
    `{"kind":"trigger","node":${JSON.stringify(node)},"payload":{"kind":"webhook","request":${request.text}}}`,
  );
