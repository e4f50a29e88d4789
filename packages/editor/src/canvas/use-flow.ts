import { limits } from '@millrace/contract';
import type { NodeChange } from '@xyflow/react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNodeTypes } from '../api/node-types.ts';
import { t } from '../messages/index.ts';
import { useTypeTexts } from '../workflow/expressions.ts';
import { groupsOf } from '../workflow/groups.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import { isStickyNote } from '../workflow/sticky-notes.ts';
import type { NodeKey, WireKey } from '../workflow/types.ts';
import { useCanvasState } from './canvas-state.ts';
import {
  deriveNodes,
  deriveWires,
  type FlowNode,
  type FlowSurroundings,
  type FlowWire,
  type LiveBoxes,
  storedPosition,
} from './flow-model.ts';
import { type Point, snapPoint } from './geometry.ts';
import { hide, withGroups, withoutInner } from './groups/collapse.ts';
import { hiddenNodes } from './groups/frames.ts';
import { type FoundRooms, nameRooms } from './name-room.ts';
import { useIssueText } from './use-issue-text.ts';

const still: LiveBoxes = new Map();

/**
 * React Flow's side of the document: nodes derived from it, with the wires between them, changes of the selection passed on to it. Where nodes are
 * during a drag is known here alone; `settle` forgets it when the drag has become a command.
 */
export const useFlow = () => {
  const session = useSession();
  const nodes = useWorkflow((state) => state.document.nodes);
  const wires = useWorkflow((state) => state.document.wires);
  const selection = useWorkflow((state) => state.selection);
  const selectedWires = useWorkflow((state) => state.selectedWires);
  const rest = useWorkflow((state) => state.document.rest);
  const groupDrag = useCanvasState((state) => state.groupDrag);
  const [dragged, setLive] = useState<LiveBoxes>(still);
  const types = useNodeTypes();
  const evaluate = useTypeTexts();
  const issueText = useIssueText(nodes, types);

  const lastNodes = useRef<ReadonlyMap<NodeKey, FlowNode>>(new Map());
  const hidden = useMemo(() => hiddenNodes(groupsOf({ rest })), [rest]);
  const live = useMemo(
    () => withGroups(dragged, { groups: groupsOf({ rest }), hidden, drag: groupDrag, nodes, drawn: lastNodes.current }),
    [dragged, rest, hidden, groupDrag, nodes],
  );
  const surroundings = useMemo(
    (): FlowSurroundings => ({
      wires,
      live,
      typesLoaded: types.loaded,
      evaluate,
      issueText,
      typeOf: ({ type, typeVersion }) => types.find(type, typeVersion ?? 1),
      fullTypeOf: ({ type, typeVersion }) => types.full(type, typeVersion ?? 1),
      labelOf,
    }),
    [wires, live, types, evaluate, issueText],
  );
  const lastRooms = useRef<FoundRooms>(undefined);
  const flowNodes = useMemo(() => {
    lastRooms.current = nameRooms(nodes, lastRooms.current);
    lastNodes.current = deriveNodes(lastNodes.current, {
      nodes,
      selection,
      roomBelow: lastRooms.current.roomBelow,
      surroundings,
    });
    return lastNodes.current;
  }, [nodes, selection, surroundings]);

  const lastWires = useRef<ReadonlyMap<WireKey, FlowWire>>(new Map());
  const flowWires = useMemo(() => {
    lastWires.current = deriveWires(lastWires.current, wires, flowNodes, selectedWires);
    return lastWires.current;
  }, [wires, flowNodes, selectedWires]);

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const state = session.state();
      session.select(changed(state.selection, changes), state.selectedWires);
      const moved = changes.filter(
        (change) =>
          (change.type === 'position' && change.dragging !== false && change.position) ||
          (change.type === 'dimensions' && change.resizing),
      );
      if (moved.length > 0) setLive((before) => withChanges(before, moved, lastNodes.current));
      else if (changes.some((change) => change.type === 'dimensions' && change.resizing === false)) setLive(still);
    },
    [session],
  );

  const settle = useCallback(() => setLive(still), []);
  return {
    nodes: useMemo(() => hide([...flowNodes.values()], hidden), [flowNodes, hidden]),
    wires: useMemo(() => withoutInner(flowWires, hidden), [flowWires, hidden]),
    flowNodes: lastNodes,
    /** The same, for what is drawn around them. */
    drawn: flowNodes,
    onNodesChange,
    settle,
  };
};

const labelOf: FlowSurroundings['labelOf'] = (node, type) => {
  const kind = isStickyNote(node.type)
    ? t('canvas.note')
    : (type?.displayName ?? t('canvas.node.unknown', { type: node.type }));
  return [node.name, kind, node.disabled ? t('canvas.node.disabled') : ''].filter(Boolean).join(', ');
};

const changed = (selection: ReadonlySet<string>, changes: readonly NodeChange<FlowNode>[]): ReadonlySet<string> => {
  const selects = changes.filter((change) => change.type === 'select');
  if (selects.length === 0) return selection;
  const next = new Set(selection);
  for (const { id, selected } of selects) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
};

const withChanges = (
  before: LiveBoxes,
  changes: readonly NodeChange<FlowNode>[],
  nodes: ReadonlyMap<NodeKey, FlowNode>,
): LiveBoxes => {
  const next = new Map(before);
  const shift = gridShift(changes, nodes);
  for (const change of changes) {
    if (change.type === 'position' && change.position) {
      const { x, y } = change.position;
      const corner = change.dragging ? { x: x + shift.x, y: y + shift.y } : { x, y };
      if (nodes.has(change.id)) next.set(change.id, { ...next.get(change.id), ...corner });
    }
    if (change.type === 'dimensions' && change.dimensions) {
      next.set(change.id, { ...next.get(change.id), ...change.dimensions });
    }
  }
  return next;
};

/** From where the pointer has a dragged group to where its first node is on the grid: stored places are, corners of cards need not be. */
const gridShift = (changes: readonly NodeChange<FlowNode>[], nodes: ReadonlyMap<NodeKey, FlowNode>): Point => {
  for (const change of changes) {
    const node = change.type === 'position' && change.dragging ? nodes.get(change.id) : undefined;
    if (change.type !== 'position' || !change.position || !node) continue;
    const place = storedPosition(node, change.position);
    const { x, y } = snapPoint(place, limits.canvasGrid);
    return { x: x - place.x, y: y - place.y };
  }
  return { x: 0, y: 0 };
};
