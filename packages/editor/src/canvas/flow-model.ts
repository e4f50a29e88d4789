import type { NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import type { EvaluateTypeText } from '@millrace/engine';
import { type Node, type NodeHandle, Position } from '@xyflow/react';
import { isStickyNote } from '../workflow/sticky-notes.ts';
import type { DocumentNode, NodeKey, Wire, WireKey, WorkflowDocument } from '../workflow/types.ts';
import {
  type Box,
  cardBox,
  type Point,
  portDistance,
  portHeight,
  positionOfCard,
  type Size,
  sizeForPorts,
} from './geometry.ts';
import type { PortLabels } from './item-label.ts';
import { type CanvasPorts, mainPorts, portId, portsOf, shownLabel, sidePorts } from './ports.ts';
import { noteLook } from './sticky-note.ts';
import { subtitleOf } from './subtitle.ts';
import { wireIndex } from './wire-index.ts';

/**
 * React Flow's nodes, and the wires between them, derived from the document. Sizes and ports are computed, never measured, and what did not change
 * keeps its object, so that an edit of one node renders one node, and parameters or the expression language, which come later than the types, render
 * those nodes alone that then look different.
 */
export type CardData = {
  node: DocumentNode;
  /** Undefined for unknown types, and until the types are loaded. Its parameters are not part of what a card shows. */
  type: NodeTypeDescription | undefined;
  isUnknown: boolean;
  subtitle: string;
  /** What keeps the node from running, a line each. */
  issues: string;
  ports: CanvasPorts;
  /** Ids of the main outputs that no wire leaves from, joined by blanks. */
  freeOutputs: string;
  /** For its name. */
  room: Size;
};
export type CardNode = Node<CardData, 'card'>;
export type NoteNode = Node<{ node: DocumentNode }, 'note'>;
export type FlowNode = CardNode | NoteNode;

/** A wire with the places that it leads from and to. */
export interface FlowWire {
  wire: Wire;
  isSelected: boolean;
  from: CardNode;
  to: CardNode;
  source: Point;
  target: Point;
  labels: PortLabels;
}

/** Place and size of nodes that are being dragged or resized, before the document knows. */
export type LiveBoxes = ReadonlyMap<NodeKey, Partial<Box>>;

/** What all cards depend on beside their nodes. The same object as long as nothing in it has changed: a node that has not changed either needs no look then. */
export interface FlowSurroundings {
  wires: WorkflowDocument['wires'];
  live: LiveBoxes;
  typesLoaded: boolean;
  /** Undefined until the expression language is loaded. */
  evaluate: EvaluateTypeText | undefined;
  /** Comes with it. */
  issueText: ((node: WorkflowNode, type: NodeTypeDescription | undefined) => string) | undefined;
  typeOf(node: WorkflowNode): NodeTypeDescription | undefined;
  /** The same with its parameters; undefined until they are loaded. */
  fullTypeOf(node: WorkflowNode): NodeTypeDescription | undefined;
  labelOf(node: WorkflowNode, type: NodeTypeDescription | undefined): string;
}

export interface FlowSource {
  nodes: WorkflowDocument['nodes'];
  selection: ReadonlySet<NodeKey>;
  /** See `name-room.ts`. */
  roomBelow(key: NodeKey): Size;
  surroundings: FlowSurroundings;
}

const madeIn = new WeakMap<FlowNode, FlowSurroundings>();

const behindWires = -10;

/** The given map itself if nothing changed, as when parameters come of which no card shows anything. */
export const deriveNodes = (
  previous: ReadonlyMap<NodeKey, FlowNode>,
  source: FlowSource,
): ReadonlyMap<NodeKey, FlowNode> => {
  const next = new Map<NodeKey, FlowNode>();
  let isSame = true;
  for (const node of Object.values(source.nodes)) {
    const before = previous.get(node.key);
    const made = flowNode(node, source, before);
    isSame &&= made === before;
    next.set(node.key, made);
  }
  return isSame && next.size === previous.size ? previous : next;
};

const flowNode = (node: DocumentNode, source: FlowSource, before: FlowNode | undefined): FlowNode => {
  const { surroundings, selection, roomBelow } = source;
  const isKnown =
    before !== undefined &&
    before.data.node === node &&
    before.selected === selection.has(node.key) &&
    (before.type === 'note' || isSameSize(before.data.room, roomBelow(node.key))) &&
    madeIn.get(before) === surroundings;
  if (isKnown) return before;
  const made = isStickyNote(node.data.type) ? noteNode(node, source, before) : cardNode(node, source, before);
  madeIn.set(made, surroundings);
  return made;
};

const isSameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height;

const cardNode = (
  node: DocumentNode,
  { selection, roomBelow, surroundings }: FlowSource,
  before: FlowNode | undefined,
): CardNode => {
  const { key, data } = node;
  const { evaluate, live } = surroundings;
  const type = surroundings.typeOf(data);
  const isUnknown = surroundings.typesLoaded && type === undefined;
  const known = surroundings.fullTypeOf(data) ?? type;
  const subtitle = subtitleOf(data, known, evaluate);
  const issues = known || isUnknown ? (surroundings.issueText?.(data, known) ?? '') : '';
  const index = wireIndex(surroundings.wires);
  const outOf = index.outOf(key);
  const ports = keepEqualPorts(portsOf(data, known, { into: index.into(key), outOf }, evaluate), before);
  const freeOutputs = mainPorts(ports.outputs)
    .map(({ id }) => id)
    .filter((id) => !outOf.some((wire) => portId(wire.sourceType, wire.sourceIndex) === id))
    .join(' ');
  const size = sizeForPorts(
    mainPorts(ports.inputs).length,
    mainPorts(ports.outputs).length,
    sidePorts(ports.inputs).length,
  );
  const position = cornerOf(live.get(key), cardBox(data.position, size));
  const room = roomBelow(key);
  const selected = selection.has(key);
  if (
    before?.type === 'card' &&
    before.data.node === node &&
    before.data.type === type &&
    before.data.isUnknown === isUnknown &&
    before.data.subtitle === subtitle &&
    before.data.issues === issues &&
    before.data.ports === ports &&
    before.data.freeOutputs === freeOutputs &&
    isSameSize(before.data.room, room) &&
    isUnmoved(before, position, selected)
  ) {
    return before;
  }
  return {
    ...frame(key, position, size, selected),
    type: 'card',
    data: { node, type, isUnknown, subtitle, issues, ports, freeOutputs, room },
    handles: before?.type === 'card' && before.data.ports === ports ? before.handles! : handlesOf(ports, size),
    ariaLabel: surroundings.labelOf(data, type),
  };
};

const noteNode = (node: DocumentNode, source: FlowSource, before: FlowNode | undefined): NoteNode => {
  const { key, data } = node;
  const live = source.surroundings.live.get(key);
  const look = noteLook(data);
  const position = cornerOf(live, { x: data.position[0], y: data.position[1] });
  const width = live?.width ?? look.width;
  const height = live?.height ?? look.height;
  const selected = source.selection.has(key);
  if (
    before?.type === 'note' &&
    before.data.node === node &&
    before.width === width &&
    before.height === height &&
    isUnmoved(before, position, selected)
  ) {
    return before;
  }
  return {
    ...frame(key, position, { width, height }, selected),
    type: 'note',
    data: { node },
    zIndex: behindWires,
    handles: [],
    ariaLabel: source.surroundings.labelOf(data, undefined),
  };
};

const frame = (id: NodeKey, position: Point, { width, height }: Size, selected: boolean) => ({
  id,
  position,
  width,
  height,
  measured: { width, height },
  selected,
  domAttributes: notInTabOrder,
});

/** Nodes are walked with the arrow keys: the canvas is one stop of the Tab key, not a thousand. */
const notInTabOrder = { tabIndex: -1 };

const cornerOf = (live: Partial<Box> | undefined, stored: Point): Point => ({
  x: live?.x ?? stored.x,
  y: live?.y ?? stored.y,
});

const isUnmoved = (before: FlowNode, position: Point, selected: boolean): boolean =>
  before.position.x === position.x && before.position.y === position.y && before.selected === selected;

/** A move makes a new object of the node, but mostly the same ports. */
const keepEqualPorts = (ports: CanvasPorts, before: FlowNode | undefined): CanvasPorts => {
  const known = before?.type === 'card' ? before.data.ports : undefined;
  return known && (known === ports || JSON.stringify(known) === JSON.stringify(ports)) ? known : ports;
};

const portRadius = 5;

/** Where wires start and end, in the card. */
const handlesOf = (ports: CanvasPorts, { width, height }: Size): NodeHandle[] => {
  const row = (side: 'inputs' | 'outputs'): NodeHandle[] => {
    const main = mainPorts(ports[side]);
    const others = sidePorts(ports[side]);
    const type = side === 'inputs' ? 'target' : 'source';
    return [
      ...main.map(({ id }, index) =>
        handle(id, type, side === 'inputs' ? Position.Left : Position.Right, {
          x: side === 'inputs' ? 0 : width,
          y: portHeight(index, main.length, height),
        }),
      ),
      ...others.map(({ id }, index) =>
        handle(id, type, side === 'inputs' ? Position.Bottom : Position.Top, {
          x: portDistance(index, others.length, width),
          y: side === 'inputs' ? height : 0,
        }),
      ),
    ];
  };
  return [...row('inputs'), ...row('outputs')];
};

const handle = (id: string, type: 'source' | 'target', position: Position, centre: Point): NodeHandle => ({
  id,
  type,
  position,
  x: centre.x - portRadius,
  y: centre.y - portRadius,
  width: 2 * portRadius,
  height: 2 * portRadius,
});

/** The given map itself if nothing changed. During a drag the wires of the dragged nodes change, no others. */
export const deriveWires = (
  previous: ReadonlyMap<WireKey, FlowWire>,
  wires: WorkflowDocument['wires'],
  nodes: ReadonlyMap<NodeKey, FlowNode>,
  selected: ReadonlySet<WireKey>,
): ReadonlyMap<WireKey, FlowWire> => {
  const next = new Map<WireKey, FlowWire>();
  let isSame = true;
  for (const wire of Object.values(wires)) {
    const [from, to] = [nodes.get(wire.source), nodes.get(wire.target)];
    if (from?.type !== 'card' || to?.type !== 'card') continue;
    const before = previous.get(wire.key);
    const isSelected = selected.has(wire.key);
    const keeps =
      before !== undefined &&
      before.wire === wire &&
      before.isSelected === isSelected &&
      before.from === from &&
      before.to === to;
    const made = keeps ? before : unlessEqual(before, flowWire(wire, isSelected, from, to));
    isSame &&= made === before;
    next.set(wire.key, made);
  }
  return isSame && next.size === previous.size ? previous : next;
};

const flowWire = (wire: Wire, isSelected: boolean, from: CardNode, to: CardNode): FlowWire => ({
  wire,
  isSelected,
  from,
  to,
  source: portPoint(from, 'source', portId(wire.sourceType, wire.sourceIndex)),
  target: portPoint(to, 'target', portId(wire.targetType, wire.targetIndex)),
  labels: {
    source: labelAt(from, 'outputs', wire.sourceType, wire.sourceIndex),
    target: labelAt(to, 'inputs', wire.targetType, wire.targetIndex),
  },
});

const labelAt = (node: CardNode, side: keyof CanvasPorts, type: string, index: number): string => {
  const port = node.data.ports[side].find((one) => one.type === type && one.index === index);
  return port ? shownLabel(port, side) : '';
};

/** A node that has changed and not moved leaves its wires as they are. */
const unlessEqual = (before: FlowWire | undefined, now: FlowWire): FlowWire => {
  const isEqual =
    before?.wire === now.wire &&
    before.isSelected === now.isSelected &&
    isAt(before.source, now.source) &&
    isAt(before.target, now.target) &&
    before.labels.source === now.labels.source &&
    before.labels.target === now.labels.target;
  return isEqual ? before : now;
};

const isAt = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y;

/** The stored position of a node that stands at `corner`. */
export const storedPosition = (node: FlowNode, corner: Point): Point => {
  if (node.type === 'note') return corner;
  const [x, y] = positionOfCard(corner, node.height!);
  return { x, y };
};

export const boxOf = (node: FlowNode): Box => ({ ...node.position, width: node.width!, height: node.height! });

/** Where a wire touches the card, on the canvas. */
export const portPoint = (node: FlowNode, type: 'source' | 'target', id: string): Point => {
  const port = node.handles?.find((candidate) => candidate.type === type && candidate.id === id);
  if (!port) return { x: node.position.x, y: node.position.y };
  const offset = port.position === Position.Right ? port.width! : 0;
  const across = port.position === Position.Left || port.position === Position.Right;
  return {
    x: node.position.x + port.x + (across ? offset : port.width! / 2),
    y: node.position.y + port.y + (across ? port.height! / 2 : port.position === Position.Bottom ? port.height! : 0),
  };
};
