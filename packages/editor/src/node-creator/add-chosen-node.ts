import { inOrder, limits, type NodeTypeDescription } from '@millrace/contract';
import { resolvePorts } from '@millrace/engine';
import { startNoteEdit } from '../canvas/canvas-state.ts';
import { rowHeight } from '../canvas/geometry.ts';
import { freePosition, positionAfter, positionBefore, roomInWire } from '../canvas/placement.ts';
import { portId } from '../canvas/ports.ts';
import { typeNow } from '../canvas/type-now.ts';
import { revealNode } from '../canvas/view.ts';
import { wireIndex } from '../canvas/wire-index.ts';
import { t } from '../messages/node-creator.ts';
import { showError } from '../ui/toasts.ts';
import { type AddNodeOptions, addNode, moveNodes } from '../workflow/commands/index.ts';
import { typeTextsNow } from '../workflow/expressions.ts';
import { newNodeKey } from '../workflow/keys.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { isStickyNote } from '../workflow/sticky-notes.ts';
import { readOnlyText } from '../workflow/store.ts';
import { isTrigger } from '../workflow/triggers.ts';
import type { Command, DocumentNode, NodeKey, WorkflowDocument } from '../workflow/types.ts';
import { hasMainInput } from './fits.ts';
import { noteUse } from './use-history.ts';

/** Values of the parameters that choose what the node does. */
export type ActionParameters = Readonly<Record<string, string>>;

/** Adds the node that was chosen in the node creator, wired as it was asked for, and opens its panel. */
export const addChosenNode = (
  session: WorkflowSession,
  type: NodeTypeDescription,
  request: NodeCreatorRequest,
  parameters?: ActionParameters,
): void => {
  const key = placeChosenNode(session, type, request, parameters);
  if (key === undefined) return;
  requestAnimationFrame(() => void revealNode(session, key));
  // A panel takes the creator's place, and the focus with it.
  if (!isStickyNote(type.name)) {
    session.panel.openNode(key);
    return;
  }
  session.panel.openCreator(null);
  startNoteEdit(session, key);
};

/** Adds it and leaves the node creator open for what follows it, so that a chain is typed without a pause. @returns whether it was added */
export const addAndGoOn = (
  session: WorkflowSession,
  type: NodeTypeDescription,
  request: NodeCreatorRequest,
  parameters?: ActionParameters,
): boolean => {
  const key = placeChosenNode(session, type, request, parameters);
  if (key === undefined) return false;
  requestAnimationFrame(() => void revealNode(session, key));
  // Without a place of its own the next one goes after what is selected, which this one is now.
  session.panel.openCreator({});
  return true;
};

/** Adds and selects it, and nothing else. @returns undefined where it may not be added, which the person is told */
export const placeChosenNode = (
  session: WorkflowSession,
  type: NodeTypeDescription,
  request: NodeCreatorRequest,
  parameters?: ActionParameters,
): NodeKey | undefined => {
  const state = session.state();
  const { document, readOnly, selection } = state;
  const refusal = readOnly ? readOnlyText(state) : limitText(document, type);
  if (refusal !== undefined) {
    showError(t('nodeCreator.failed'), { message: refusal, sticky: false });
    return undefined;
  }
  const key = newNodeKey();
  noteUse(type.name, previousNode(document, selection, request)?.data.type);
  session.dispatch('history.addNode', addCommand(document, selection, type, request, key, parameters));
  session.select([key]);
  return key;
};

/** The error if the workflow holds as many nodes of this type as it may. */
export const limitText = (
  { nodes }: Pick<WorkflowDocument, 'nodes'>,
  type: NodeTypeDescription,
): string | undefined => {
  const { maxNodes, displayName } = type;
  if (maxNodes === undefined) return undefined;
  const names = new Set([type.name, ...type.aliases]);
  const held = Object.values(nodes).filter(({ data }) => names.has(data.type)).length;
  return held < maxNodes ? undefined : t('nodeCreator.maxNodes', { count: maxNodes, name: displayName });
};

/** Pure: where the node goes, what it is wired to, and what makes room for it. */
export const addCommand = (
  document: Pick<WorkflowDocument, 'nodes' | 'wires'>,
  selection: ReadonlySet<NodeKey>,
  type: NodeTypeDescription,
  { at, from, wire: wireKey }: NodeCreatorRequest,
  key: NodeKey,
  parameters?: ActionParameters,
): Command => {
  const own = { key, ...(parameters && { parameters: { ...parameters } }) };
  const wire = wireKey === undefined ? undefined : document.wires[wireKey];
  const [source, target] = [wire && document.nodes[wire.source], wire && document.nodes[wire.target]];
  if (wire && source && target) {
    const { position, moves } = roomInWire(document, source, target);
    const shift = moveNodes([...moves].map(([moved, [x, y]]) => [moved, { x, y }]));
    const add = addNode(type, position, { ...own, spliceWire: wire.key });
    return (draft) => {
      shift(draft);
      add(draft);
    };
  }
  const origin = from ? document.nodes[from.node] : undefined;
  if (from && origin) {
    const isOutput = from.side !== 'input';
    const position = at ?? (isOutput ? after(document, origin, from.index) : positionBefore(document, origin));
    const port = { node: from.node, type: from.type, index: from.index };
    return addNode(type, position, { ...own, ...(isOutput ? { connectFrom: port } : { connectTo: port }) });
  }
  if (at) return addNode(type, freePosition(document, [at.x, at.y]), own);
  const before = hasMainInput(type) && !isTrigger(type) ? precedingNode(document, selection) : undefined;
  if (!before) return addNode(type, freeOfWires(document), own);
  const index = firstFreeOutput(document, before);
  const options: AddNodeOptions = { ...own, connectFrom: { node: before.key, type: 'main', index } };
  return addNode(type, after(document, before, index), options);
};

/** The node that the new one will be wired to, before it is known which it is. */
export const previousNode = (
  document: Graph,
  selection: ReadonlySet<NodeKey>,
  { at, from, wire }: NodeCreatorRequest,
): DocumentNode | undefined => {
  if (wire !== undefined) return document.nodes[document.wires[wire]?.source ?? ''];
  if (from) return from.side === 'input' ? undefined : document.nodes[from.node];
  return at ? undefined : precedingNode(document, selection);
};

type Graph = Pick<WorkflowDocument, 'nodes' | 'wires'>;

const outputCount = (node: DocumentNode): number => {
  const type = typeNow(node.data);
  return type ? resolvePorts(type, node.data, typeTextsNow()).outputs.filter((port) => port.type === 'main').length : 1;
};

const after = (graph: Graph, node: DocumentNode, index: number) =>
  positionAfter(graph, node, index, Math.max(outputCount(node), index + 1));

/** The last selected node, else the youngest, if something can follow it. */
const precedingNode = ({ nodes }: Graph, selection: ReadonlySet<NodeKey>): DocumentNode | undefined => {
  const selected = nodes[[...selection].at(-1) ?? ''];
  const candidates = selected ? [selected] : inOrder(nodes).reverse();
  return candidates.find((node) => !isStickyNote(node.data.type) && outputCount(node) > 0);
};

const firstFreeOutput = ({ wires }: Graph, node: DocumentNode): number => {
  const taken = new Set(
    wireIndex(wires)
      .outOf(node.key)
      .map((wire) => portId(wire.sourceType, wire.sourceIndex)),
  );
  const free = Array.from({ length: outputCount(node) }, (_, index) => index).find(
    (index) => !taken.has(portId('main', index)),
  );
  return free ?? 0;
};

/** Below what is there, at its left edge, where a new branch starts. */
const freeOfWires = (graph: Graph): [number, number] => {
  const places = Object.values(graph.nodes)
    .filter(({ data }) => !isStickyNote(data.type))
    .map(({ data }) => data.position);
  if (places.length === 0) return [...limits.defaultNodePosition];
  const left = Math.min(...places.map(([x]) => x));
  const lowest = Math.max(...places.map(([, y]) => y));
  return freePosition(graph, [left, lowest + rowHeight]);
};
