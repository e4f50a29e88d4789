import type { Item, JsonObject } from '@millrace/contract/data';
import type { EmitOptions, Emitted, ListenContext, NodeDefinition, NodeOutput } from '@millrace/engine/node-api';
// biome-ignore lint/style/noRestrictedImports: only tests import this file
import { type SetUpNodeOptions, setUpNode } from '@millrace/engine/testing';
import { onTestFinished } from 'vitest';

export interface HeardEvent {
  items: Item[];
  options: EmitOptions;
  /** The static data of the node at that moment, as it would be stored with the event. */
  staticData: JsonObject;
}

/** Runs the listener of a node until the test ends. */
export const listenWith = (
  definition: NodeDefinition,
  {
    isTest = false,
    onEmit,
    ...options
  }: SetUpNodeOptions & { isTest?: boolean; onEmit?: (event: HeardEvent) => Promise<void> | void } = {},
) => {
  const stop = new AbortController();
  const events: HeardEvent[] = [];
  const changed = new EventTarget();
  let connections = 0;
  const { context } = setUpNode(definition, { ...options, signal: stop.signal });
  const emit = async (output: Item[] | NodeOutput, emitOptions: EmitOptions = {}): Promise<Emitted> => {
    const items = (Array.isArray(output[0]) ? output[0] : output) as Item[];
    const staticData = structuredClone(context.staticData('node')) as JsonObject;
    const event = { items, options: emitOptions, staticData };
    await onEmit?.(event);
    events.push(event);
    changed.dispatchEvent(new Event('event'));
    return { executionId: String(events.length) };
  };
  const connected = () => {
    connections++;
    changed.dispatchEvent(new Event('connected'));
  };
  const listened = Promise.resolve(definition.listen?.({ ...context, isTest, emit, connected } as ListenContext));
  const ended = listened.then(
    () => undefined,
    (error: unknown) => error,
  );
  const end = async (): Promise<unknown> => {
    stop.abort();
    return ended;
  };
  onTestFinished(async () => void (await end()));
  const until = async (type: string, isThere: () => boolean): Promise<void> => {
    while (!isThere()) {
      const next = new Promise<void>((resolve) => changed.addEventListener(type, () => resolve(), { once: true }));
      const isOver = await Promise.race([next.then(() => false), ended.then(() => true)]);
      if (isOver && !isThere()) throw ((await ended) as Error) ?? new Error('The listener has returned');
    }
  };
  return {
    events,
    /** What the listener failed with, once it has returned. */
    ended,
    end,
    connected: () => until('connected', () => connections > 0),
    /** The events, when there are so many. */
    async heard(count: number): Promise<HeardEvent[]> {
      await until('event', () => events.length >= count);
      return events;
    },
  };
};
