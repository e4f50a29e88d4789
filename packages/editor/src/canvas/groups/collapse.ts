import type { NodeGroup } from '../../workflow/groups.ts';
import { isStickyNote } from '../../workflow/sticky-notes.ts';
import type { DocumentNode, NodeKey, WireKey } from '../../workflow/types.ts';
import type { FlowNode, FlowWire, LiveBoxes } from '../flow-model.ts';
import { cardBox, type Point } from '../geometry.ts';
import { collapsedPlaces } from './frames.ts';

interface Grouping {
  groups: ReadonlyMap<string, NodeGroup>;
  /** Nodes of collapsed groups. */
  hidden: ReadonlyMap<NodeKey, string>;
  drag: { keys: ReadonlySet<NodeKey>; by: Point } | null;
  nodes: Readonly<Record<NodeKey, DocumentNode>>;
  /** As they were drawn last: for their sizes. */
  drawn: ReadonlyMap<NodeKey, FlowNode>;
}

/** Where nodes are that a group takes along: those of one that is being moved, and those of collapsed ones. */
export const withGroups = (live: LiveBoxes, { groups, hidden, drag, nodes, drawn }: Grouping): LiveBoxes => {
  if (hidden.size === 0 && !drag) return live;
  const places = new Map(live);
  const cornerOf = (key: NodeKey): Point | undefined => {
    const data = nodes[key]?.data;
    if (!data) return undefined;
    const [x, y] = data.position;
    const { width, height } = drawn.get(key) ?? {};
    const size = width === undefined || height === undefined ? undefined : { width, height };
    const corner = isStickyNote(data.type) ? { x, y } : cardBox(data.position, size);
    const by = drag?.keys.has(key) ? drag.by : undefined;
    return { x: corner.x + (by?.x ?? 0), y: corner.y + (by?.y ?? 0) };
  };
  for (const key of drag?.keys ?? []) {
    const corner = cornerOf(key);
    if (corner) places.set(key, corner);
  }
  for (const [key, corner] of collapsedPlaces(hidden, groups, cornerOf)) places.set(key, corner);
  return places;
};

const copies = new WeakMap<FlowNode, FlowNode>();

const unreachable = { tabIndex: -1, inert: true } as const;

const hiddenCopy = (node: FlowNode): FlowNode => {
  const known = copies.get(node);
  if (known) return known;
  const copy: FlowNode = {
    ...node,
    className: 'in-collapsed-group',
    selectable: false,
    draggable: false,
    domAttributes: unreachable,
  };
  copies.set(node, copy);
  return copy;
};

/** They are there still, since wires lead to them, but nobody sees them. */
export const hide = (nodes: FlowNode[], hidden: ReadonlyMap<NodeKey, string>): FlowNode[] =>
  hidden.size === 0 ? nodes : nodes.map((node) => (hidden.has(node.id) ? hiddenCopy(node) : node));

/** Wires within a collapsed group are not drawn. */
export const withoutInner = (
  wires: ReadonlyMap<WireKey, FlowWire>,
  hidden: ReadonlyMap<NodeKey, string>,
): ReadonlyMap<WireKey, FlowWire> =>
  hidden.size === 0
    ? wires
    : new Map(
        [...wires].filter(([, { wire }]) => {
          const group = hidden.get(wire.source);
          return group === undefined || group !== hidden.get(wire.target);
        }),
      );
