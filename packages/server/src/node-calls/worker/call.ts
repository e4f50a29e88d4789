import { toJsonValue } from '@millrace/engine';
import { type Emitted, NodeError } from '@millrace/engine/node-api';
import { type CallKeys, createCallKeys } from '../../executions/worker/call-keys.ts';
import { createDataTableClient, type DataTableClient } from '../../executions/worker/data-table-client.ts';
import { createGivenSecrets } from '../../executions/worker/given-secrets.ts';
import type { OutboundClient } from '../../executions/worker/outbound-client.ts';
import type { CallMessage, FromCalls } from '../protocol.ts';

/** Lines that a call may say in a minute, and characters of each. */
const mostLines = 100;
const longestLine = 8000;
const minute = 60_000;

/** A call or a listener that is under way in this process. */
export interface Call {
  readonly id: number;
  readonly stop: AbortController;
  /** Of its requests, which are known again when it is made once more in another process. */
  readonly keys: CallKeys;
  readonly dataTables: DataTableClient;
  /** What its node is given of credentials. */
  readonly secrets: ReturnType<typeof createGivenSecrets>;
  /** Rejects when it fails outside of its promises. */
  readonly failed: Promise<never>;
  fail(error: unknown): void;
  log(values: unknown[]): void;
  /** The execution that files belong to. @throws NodeError where there is none */
  executionId(): Promise<number>;
  /** That of the files that were written since this was asked before. */
  takeExecutionId(): Promise<number | undefined>;
  /** Answer to `wantExecution`. */
  found(executionId: number | null): void;
  /** Sends an event of a listener. Resolves when it is stored. */
  emit(event: Omit<EventMessage, 'type' | 'id' | 'event'>, output: Buffer): Promise<Emitted>;
  answerEvent(event: number, emitted: Emitted): void;
  refuseEvent(event: number, message: string): void;
}

type EventMessage = Extract<CallMessage, { type: 'emit' }>;

/** @param credential what node code may read of one */
export const createCall = (
  id: number,
  send: (message: FromCalls, ...bytes: Buffer[]) => void,
  credential: OutboundClient['credential'],
): Call => {
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  let execution: PromiseWithResolvers<number> | undefined;
  const events = new Map<number, PromiseWithResolvers<Emitted>>();
  let lastEvent = 0;
  let lines = 0;
  let since = Number.NEGATIVE_INFINITY;

  const keys = createCallKeys(keyOf(id), 0);
  const dataTables = createDataTableClient({
    keys,
    send: (question, key, request) => send({ type: 'dataTable', id, question, key }, Buffer.from(request)),
    resumed: () => {},
  });

  return {
    id,
    stop: new AbortController(),
    keys,
    dataTables,
    secrets: createGivenSecrets((use) => credential(use, keyOf(id))),
    failed: failure.promise,
    fail: failure.reject,

    log(values) {
      const now = performance.now();
      if (now - since > minute) {
        since = now;
        lines = 0;
      }
      if (++lines > mostLines) return;
      const text = JSON.stringify(toJsonValue(values));
      const line = text.length <= longestLine ? text : JSON.stringify([`${text.slice(0, longestLine)}…`]);
      send({ type: 'log', id }, Buffer.from(line));
    },

    executionId() {
      if (!execution) {
        execution = Promise.withResolvers<number>();
        send({ type: 'wantExecution', id });
      }
      return execution.promise;
    },

    async takeExecutionId() {
      const taken = execution;
      execution = undefined;
      return taken?.promise;
    },

    found(executionId) {
      if (executionId !== null) execution?.resolve(executionId);
      else
        execution?.reject(
          new NodeError('The node cannot write files here', { description: 'Triggers can, and nodes that run.' }),
        );
    },

    emit(about, output) {
      const event = ++lastEvent;
      const stored = Promise.withResolvers<Emitted>();
      events.set(event, stored);
      send({ ...about, type: 'emit', id, event }, output);
      return stored.promise;
    },

    answerEvent(event, emitted) {
      events.get(event)?.resolve(emitted);
      events.delete(event);
    },

    refuseEvent(event, message) {
      events.get(event)?.reject(new Error(message));
      events.delete(event);
    },
  };
};

/** Where executions have their ids. */
export const keyOf = (id: number): number => -id;
