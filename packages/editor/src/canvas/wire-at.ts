import type { NodeKey, Wire, WireKey, WorkflowDocument } from '../workflow/types.ts';
import { boxOf, type CardNode, type FlowNode, portPoint } from './flow-model.ts';
import { boxesOverlap } from './geometry.ts';
import { portId } from './ports.ts';
import { passesThrough, wireCourse } from './wire-path.ts';

/** A node that is dropped on a wire goes into it, if it has no wires yet and a main input and output of its own. */
export const canBeSpliced = (node: FlowNode | undefined, wires: WorkflowDocument['wires']): node is CardNode =>
  node?.type === 'card' &&
  node.data.ports.inputs.some(({ type }) => type === 'main') &&
  node.data.ports.outputs.some(({ type }) => type === 'main') &&
  !Object.values(wires).some(({ source, target }) => source === node.id || target === node.id);

/** The main wire that passes through the middle half of a node's card. */
export const wireUnder = (
  node: CardNode,
  wires: WorkflowDocument['wires'],
  nodes: ReadonlyMap<NodeKey, FlowNode>,
): WireKey | undefined => {
  const box = boxOf(node);
  const core = { ...box, x: box.x + box.width / 4, width: box.width / 2 };
  return Object.values(wires).find((wire) => {
    if (wire.sourceType !== 'main') return false;
    const points = courseOf(wire, nodes)?.points();
    return points !== undefined && boxesOverlap(around(points), core) && passesThrough(points, core);
  })?.key;
};

const courseOf = (wire: Wire, nodes: ReadonlyMap<NodeKey, FlowNode>) => {
  const source = nodes.get(wire.source);
  const target = nodes.get(wire.target);
  if (!source || !target) return undefined;
  return wireCourse(
    portPoint(source, 'source', portId(wire.sourceType, wire.sourceIndex)),
    portPoint(target, 'target', portId(wire.targetType, wire.targetIndex)),
  );
};

const around = (points: readonly { x: number; y: number }[]) => {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};
