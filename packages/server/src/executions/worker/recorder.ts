import type { TaskData } from '@millrace/contract';
import type { RunProgress } from '@millrace/engine';
import type { ItemChunk, NodeRunRecord } from '../store/writes.ts';
import type { FromWorker } from '../workers/protocol.ts';
import { recordsOf } from './item-chunks.ts';

type Progress = () => RunProgress | undefined;

/**
 * Results of an execution on their way into the database. They go with its end, and before it
 *
 * - as a checkpoint, before a node begins that must not be repeated: it waits until all is durable;
 * - when there is much of them: it waits when the database cannot keep up, so they never pile up here;
 * - at once where someone wants to see them, and after a node that must not be repeated.
 */
export interface Recorder {
  /** Takes the result of a node run. @returns a promise where the run is to wait */
  add(node: string, task: TaskData, progress: Progress): void | Promise<void>;
  /** Makes durable what there is, and that this node run begins. */
  checkpoint(inFlight: InFlight, progress: Progress): Promise<void>;
  /** What was not sent. */
  rest(): { nodes: NodeRunRecord[]; items: ItemChunk[] };
  /** A message is durable. */
  committed(id: number): void;
  /** Nobody waits any more: the execution is to end. */
  abandon(): void;
}

/** A node run that has begun. */
interface InFlight {
  node: string;
  position: number;
  ownEffects?: boolean;
}

/** Characters that may be here, and as many again under way. */
const mostBuffered = 1_048_576;

export const createRecorder = (options: {
  executionId: number;
  /** Position of the first result. */
  position: number;
  /** Results go at once. */
  streamed: boolean;
  send(message: FromWorker): void;
}): Recorder => {
  const { executionId, streamed, send } = options;
  const awaited = new Map<number, () => void>();
  let { position } = options;
  let lastId = 0;
  let nodes: NodeRunRecord[] = [];
  let items: ItemChunk[] = [];
  let characters = 0;
  /** The node run that has begun and must not be repeated, until its result is here. */
  let inFlight: InFlight | null = null;
  let isAbandoned = false;

  const flush = (progress: Progress, id?: number) => {
    const mark = inFlight === null ? null : JSON.stringify(inFlight);
    send({ type: 'record', executionId, id, nodes, items, inFlight: mark, progress: progress() });
    nodes = [];
    items = [];
    characters = 0;
  };

  const flushAndWait = (progress: Progress): Promise<void> => {
    if (isAbandoned) return Promise.resolve();
    const id = ++lastId;
    flush(progress, id);
    return new Promise((resolve) => awaited.set(id, resolve));
  };

  const take = (part: { piece: ItemChunk } | { record: NodeRunRecord }) => {
    if ('piece' in part) {
      items.push(part.piece);
      characters += part.piece.items.length;
    } else {
      nodes.push(part.record);
      characters += part.record.task.length + (part.record.data?.length ?? 0);
    }
  };

  return {
    add(node, task, progress) {
      const parts = recordsOf(position++, node, task);
      // The runs of its sub-nodes come before its own.
      const isInFlight = inFlight !== null && inFlight.node === node && (!task.serves || task.serves.isRun === true);
      const takeAll = (): void | Promise<void> => {
        // Not `for … of`, which would end the generator when it is left to wait.
        for (let next = parts.next(); !next.done; next = parts.next()) {
          take(next.value);
          if (isInFlight && 'record' in next.value) inFlight = null;
          if (characters > mostBuffered) return flushAndWait(progress).then(takeAll);
        }
        if ((isInFlight || streamed) && nodes.length > 0) flush(progress);
      };
      return takeAll();
    },

    checkpoint(mark, progress) {
      inFlight = mark;
      return flushAndWait(progress);
    },

    rest: () => ({ nodes, items }),

    committed(id) {
      awaited.get(id)?.();
      awaited.delete(id);
    },

    abandon() {
      isAbandoned = true;
      for (const resolve of awaited.values()) resolve();
      awaited.clear();
    },
  };
};
