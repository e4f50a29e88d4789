import { isObject } from '../json.ts';
import type { ConnectionType } from '../node-type.ts';
import type { Ownership } from '../sharing.ts';
import type { Connections, ConnectionTarget, PinData, WorkflowGraph } from '../workflow.ts';
import {
  type DocumentNode,
  inOrder,
  type NodeKey,
  type OutputPlaceholders,
  type Wire,
  type WireEnds,
  type WorkflowDocument,
} from './document.ts';
import { nodeKeys, repeatedWireKey, wireKey, withKeptKeys } from './keys.ts';

/*
 * Between the public format, where names are keys, and the document. Whatever the format holds comes out again as it came in: keys
 * that Millrace does not know, null placeholders of outputs, the order of nodes and connections. Left out is only what has no
 * meaning: connections and pinned data of nodes that do not exist.
 */

/** A workflow in the public format, as read or written: a graph with a name. */
export type FormatWorkflow = WorkflowGraph & { name?: string; tags?: unknown };

/** Not read from the schema, which would come with the editor's first load. */
const ownershipKeys: Record<keyof Ownership, true> = { ownedBy: true, sharedWith: true, permissions: true };

/** Keys that the document holds itself, and those that the server decides. */
const ownKeys = new Set(['id', 'name', 'active', 'nodes', 'connections', 'settings', 'pinData', 'tags']);
const serverKeys = new Set([
  'folderId',
  'createdAt',
  'updatedAt',
  'revision',
  'publishedRevision',
  'ownerId',
  ...Object.keys(ownershipKeys),
]);

/** Whether a top-level key of the format is one that Millrace does not know, so that the document keeps it as it came. */
export const isRest = (key: string): boolean => !ownKeys.has(key) && !serverKeys.has(key);

export const fromFormat = (workflow: FormatWorkflow): WorkflowDocument => {
  const ids = nodeKeys(workflow.nodes);
  const nodes = workflow.nodes.map((data, order): DocumentNode => ({ key: ids[order]!, order, data }));
  const keys = new Map(nodes.map((node) => [node.data.name, node.key]));
  const { wires, placeholders } = readConnections(workflow.connections, keys);
  return {
    name: workflow.name ?? '',
    nodes: Object.fromEntries(nodes.map((node) => [node.key, node])),
    wires,
    settings: workflow.settings ?? {},
    pinData: Object.fromEntries(
      Object.entries(workflow.pinData ?? {}).flatMap(([name, items]) => {
        const key = keys.get(name);
        return key === undefined ? [] : [[key, items]];
      }),
    ),
    tags: readTags(workflow.tags),
    placeholders,
    rest: Object.fromEntries(Object.entries(workflow).filter(([key]) => isRest(key))),
  };
};

const readTags = (tags: unknown): WorkflowDocument['tags'] =>
  Array.isArray(tags)
    ? tags.filter(
        (tag): tag is { id: string; name: string } =>
          isObject(tag) && typeof tag.id === 'string' && typeof tag.name === 'string',
      )
    : [];

const readConnections = (connections: Connections, keys: ReadonlyMap<string, NodeKey>) => {
  const wires: Record<string, Wire> = {};
  const repeats = new Map<string, number>();
  let order = 0;
  const placeholders: Record<NodeKey, OutputPlaceholders> = {};
  for (const [name, byType] of Object.entries(connections)) {
    const source = keys.get(name);
    if (source === undefined) continue;
    const shapes: [string, (null | [])[]][] = [];
    for (const [sourceType, outputs] of Object.entries(byType)) {
      shapes.push([sourceType, outputs.map((targets) => (targets === null ? null : []))]);
      for (const [sourceIndex, targets] of outputs.entries()) {
        for (const { node, type, index, ...rest } of targets ?? []) {
          const target = keys.get(node);
          if (target === undefined) continue;
          const ends: WireEnds = {
            source,
            sourceType: sourceType as ConnectionType,
            sourceIndex,
            target,
            targetType: type as ConnectionType,
            targetIndex: index,
          };
          const first = wireKey(ends);
          const time = repeats.get(first) ?? 0;
          repeats.set(first, time + 1);
          const key = repeatedWireKey(first, time);
          wires[key] = { key, order: order++, ...ends, ...(Object.keys(rest).length > 0 ? { rest } : {}) };
        }
      }
    }
    placeholders[source] = Object.fromEntries(shapes);
  }
  return { wires, placeholders };
};

/** The graph of the document in the public format, with its name and settings; `only` leaves out all other nodes. */
export const toFormat = (
  document: WorkflowDocument,
  only?: ReadonlySet<NodeKey>,
): FormatWorkflow & { name: string } => {
  const nodes = inOrder(document.nodes).filter((node) => !only || only.has(node.key));
  const names = new Map(nodes.map((node) => [node.key, node.data.name]));
  const pinned = Object.entries(document.pinData).flatMap(([key, items]) => {
    const name = names.get(key);
    return name === undefined ? [] : [[name, items] as const];
  });
  return {
    name: document.name,
    nodes: withKeptKeys(nodes),
    connections: writeConnections(document, names),
    settings: document.settings,
    ...(pinned.length > 0 ? { pinData: Object.fromEntries(pinned) as PinData } : {}),
    ...(document.tags.length > 0 ? { tags: document.tags } : {}),
    ...document.rest,
  };
};

/** @param names of the nodes whose connections are wanted */
export const writeConnections = (document: WorkflowDocument, names: ReadonlyMap<NodeKey, string>): Connections => {
  const bySource = new Map<NodeKey, Map<string, (ConnectionTarget[] | null)[]>>();
  const outputsOf = (source: NodeKey, type: string) => {
    const byType = bySource.get(source) ?? new Map<string, (ConnectionTarget[] | null)[]>();
    bySource.set(source, byType);
    const outputs = byType.get(type) ?? [];
    byType.set(type, outputs);
    return outputs;
  };
  for (const [source, shapes] of Object.entries<OutputPlaceholders>(document.placeholders)) {
    if (!names.has(source)) continue;
    bySource.set(source, new Map());
    for (const [type, outputs] of Object.entries(shapes)) {
      outputsOf(source, type).push(...outputs.map((placeholder) => placeholder && []));
    }
  }
  for (const wire of inOrder(document.wires)) {
    const target = names.get(wire.target);
    if (target === undefined || !names.has(wire.source)) continue;
    const outputs = outputsOf(wire.source, wire.sourceType);
    while (outputs.length <= wire.sourceIndex) outputs.push([]);
    const targets = outputs[wire.sourceIndex] ?? [];
    targets.push({ node: target, type: wire.targetType, index: wire.targetIndex, ...wire.rest });
    outputs[wire.sourceIndex] = targets;
  }
  return Object.fromEntries(
    [...bySource].flatMap(([source, byType]) => {
      const name = names.get(source);
      return name === undefined ? [] : [[name, Object.fromEntries(byType)]];
    }),
  );
};
