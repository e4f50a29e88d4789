import { limits } from '@millrace/contract';
import type { WebhookSpec } from '@millrace/engine/node-api';
import { AppError } from '../../platform/errors.ts';
import type { StartedRun } from '../../runs/types.ts';
import { createHook, type Hook, type HookSource } from './hook.ts';
import { createWebhookRouter, segmentsOf } from './router.ts';

/**
 * Webhooks that an open editor waits for. The first call takes them all away and starts the run; without one they go after two minutes.
 */
export interface TestWebhooks {
  source: HookSource;
  /** Replaces what the workflow waited for. @throws AppError webhookConflict */
  wait(waiting: WaitingEditor): void;
  /** False if nothing waited. `onGone` is called. */
  cancel(workflowId: string): boolean;
  close(): void;
}

export interface WaitingEditor {
  workflowId: string;
  specs: readonly WebhookSpec[];
  /** As `Hook.start`. @param spec the one that was called */
  start(spec: WebhookSpec, ...call: Parameters<Hook['start']>): Promise<StartedRun>;
  /** Called when they are taken away without a call. */
  onGone(): void;
}

export const createTestWebhooks = (): TestWebhooks => {
  const router = createWebhookRouter<Hook>();
  const waitingFor = new Map<string, { editor: WaitingEditor; timer: NodeJS.Timeout }>();

  const takeAway = (workflowId: string): WaitingEditor | undefined => {
    const known = waitingFor.get(workflowId);
    if (!known) return undefined;
    clearTimeout(known.timer);
    waitingFor.delete(workflowId);
    for (const { method, path } of known.editor.specs) router.remove(method, path);
    return known.editor;
  };

  const cancel = (workflowId: string): boolean => {
    const editor = takeAway(workflowId);
    editor?.onGone();
    return editor !== undefined;
  };

  return {
    source: {
      find: router.find,
      methods: router.methods,
      hint: 'Click "Execute workflow" in the editor, then call again: a test webhook answers one call, within two minutes.',
    },

    wait(editor) {
      const { workflowId, specs } = editor;
      takeAway(workflowId);
      const added: WebhookSpec[] = [];
      for (const spec of specs) {
        const hook = createHook(spec, (...call) => {
          takeAway(workflowId);
          return editor.start(spec, ...call);
        });
        if (router.add(spec.method, spec.path, hook)) {
          added.push(spec);
          continue;
        }
        for (const { method, path } of added) router.remove(method, path);
        throw new AppError(
          'webhookConflict',
          `Another editor waits for a test call on ${spec.method} ${segmentsOf(spec.path).join('/')} already.`,
          { hint: 'Stop the other one, or wait two minutes.' },
        );
      }
      const timer = setTimeout(() => cancel(workflowId), limits.testWebhookLifetime).unref();
      waitingFor.set(workflowId, { editor, timer });
    },

    cancel,

    close() {
      for (const workflowId of [...waitingFor.keys()]) takeAway(workflowId);
    },
  };
};
