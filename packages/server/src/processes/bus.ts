import type { WebhookResponse } from '@millrace/engine/node-api';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { EndedExecution, Outcome } from '../executions/types.ts';
import type { ResponsePiece } from '../executions/workers/protocol.ts';
import type { UserTab } from '../push/push.ts';

/** What the processes of an instance say to each other. Plain data: it may travel as JSON. */
export interface BusTopics {
  /** To the origin: a node has answered. */
  executionResponded: { executionId: number; response: WebhookResponse };
  /** `place`: how many pieces of the answer came before. */
  executionRespondedPiece: { executionId: number; piece: ResponsePiece; place: number };
  /** To the origin: the execution waits as a row. */
  executionSuspended: { executionId: number };
  /** To the origin, after all else. */
  executionEnded: { executionId: number; ended: EndedExecution };
  /** To the owner. */
  terminateExecution: { executionId: number; outcome: Outcome };
  /** To all: forget the workflow's version, and serve its triggers as they are stored now. */
  workflowChanged: { workflowId: number };
  /** To all: whoever has the session's stream delivers it. `text` is the JSON of a push message. */
  push: { to: UserTab; text: string };
  /** To all: for every open stream, or for those of some users and of whoever may see all. */
  pushToAll: { text: string; users?: readonly string[] };
  /** To all: these users may see a workflow now, or not any more. */
  accessChanged: { workflowId: number; lost: readonly string[]; gained: readonly string[] };
  /** To all: the session's stream is open in the sender now, and nowhere else. */
  sessionOpened: { sessionId: string; userId: string };
  /** To all: what these event streams belong to has ended. */
  streamsEnded: { owners: readonly string[] };
  /** To all: whoever listens for an editor of this workflow, or session, ends that. */
  testListeningCanceled: { workflow: string };
  /** To all: processes that do not serve the public addresses read them again. */
  addressesChanged: Record<string, never>;
  /** To all: the table of packages says something else. */
  packagesChanged: Record<string, never>;
}

export type BusHandler<T extends keyof BusTopics> = (message: BusTopics[T]) => void;

/**
 * Messages between the processes of an instance. What one process sends to another arrives in the order in which it was sent, or not at
 * all: the receiver may be gone, or its connection lost for a moment (`onGap`). So nothing that must survive travels here alone.
 */
export interface Bus {
  readonly processId: string;
  /** To one process; to this one it is delivered as well, after the present turn. */
  send<T extends keyof BusTopics>(to: string, topic: T, message: BusTopics[T]): void;
  /** To all other processes. */
  broadcast<T extends keyof BusTopics>(topic: T, message: BusTopics[T]): void;
  /** To all other processes when the transaction commits, and not otherwise. */
  announce<T extends keyof BusTopics>(
    transaction: Transaction<Database>,
    topic: T,
    message: BusTopics[T],
  ): Promise<void>;
  /** @returns what ends the subscription */
  on<T extends keyof BusTopics>(topic: T, handler: BusHandler<T>): () => void;
  /** Calls `handler` when the connection is back after a loss: messages of the meantime have not arrived. */
  onGap(handler: () => void): () => void;
  /** Sends what waits to be sent, and receives no more. */
  close(): Promise<void>;
}

/** Handlers by topic. A handler that fails keeps the message from no other. */
export const createSubscriptions = (onError: (error: unknown) => void) => {
  const handlers = new Map<keyof BusTopics, Set<(message: never) => void>>();
  const gaps = new Set<() => void>();
  const guarded = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      onError(error);
    }
  };
  return {
    on<T extends keyof BusTopics>(topic: T, handler: BusHandler<T>): () => void {
      const ofTopic = handlers.get(topic) ?? new Set();
      handlers.set(topic, ofTopic);
      ofTopic.add(handler);
      return () => void ofTopic.delete(handler);
    },
    onGap(handler: () => void): () => void {
      gaps.add(handler);
      return () => void gaps.delete(handler);
    },
    deliver<T extends keyof BusTopics>(topic: T, message: BusTopics[T]): void {
      for (const handler of handlers.get(topic) ?? []) guarded(() => handler(message as never));
    },
    tellGap(): void {
      for (const handler of gaps) guarded(handler);
    },
    clear(): void {
      handlers.clear();
      gaps.clear();
    },
  };
};

/** The bus of an instance that is one process: there are no others. */
export const createLocalBus = (processId: string, onError: (error: unknown) => void): Bus => {
  const { on, onGap, deliver, clear } = createSubscriptions(onError);
  return {
    processId,
    send(to, topic, message) {
      if (to === processId) queueMicrotask(() => deliver(topic, message));
    },
    broadcast: () => {},
    announce: async () => {},
    on,
    onGap,
    close: async () => clear(),
  };
};
