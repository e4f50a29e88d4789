import { createListener, type Listener, type ListenerOptions } from './listener.ts';

/** The connections of active workflows, in the process that leads. */
export interface Listening {
  /** Those that a workflow has now. One whose node is as it was goes on as it is. */
  set(workflowId: number, nodes: readonly ListeningNode[]): void;
  /** All end. Resolves when they have. */
  close(): Promise<void>;
}

export interface ListeningNode {
  node: string;
  /** Of what the connection depends on. */
  digest: string;
}

export const createListening = (options: ListenerOptions): Listening => {
  const byWorkflow = new Map<number, Map<string, { digest: string; listener: Listener }>>();
  /** By node: a service may refuse a second connection as long as there is a first. */
  const endings = new Map<string, Promise<void>>();
  const placeOf = (workflowId: number, node: string) => `${workflowId}:${node}`;

  const end = (place: string, listener: Listener): void => {
    const ended = listener.end().finally(() => {
      if (endings.get(place) === ended) endings.delete(place);
    });
    endings.set(place, ended);
  };

  const set = (workflowId: number, nodes: readonly ListeningNode[]): void => {
    const before = byWorkflow.get(workflowId);
    const after = new Map<string, { digest: string; listener: Listener }>();
    for (const { node, digest } of nodes) {
      const known = before?.get(node);
      if (known?.digest !== digest) continue;
      after.set(node, known);
      before?.delete(node);
    }
    for (const [node, { listener }] of before ?? []) end(placeOf(workflowId, node), listener);
    for (const { node, digest } of nodes) {
      if (after.has(node)) continue;
      const listener = createListener(workflowId, node, endings.get(placeOf(workflowId, node)), options);
      after.set(node, { digest, listener });
    }
    if (after.size > 0) byWorkflow.set(workflowId, after);
    else byWorkflow.delete(workflowId);
  };

  return {
    set,
    async close() {
      for (const workflowId of [...byWorkflow.keys()]) set(workflowId, []);
      await Promise.all(endings.values());
    },
  };
};
