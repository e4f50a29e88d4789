import type { ConnectionType, NodePort, NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { type EvaluateTypeText, resolvePorts } from '@millrace/engine';
import type { Wire } from '../workflow/types.ts';

/**
 * The ports of a node as the canvas shows them: those of its type, and those that wires lead to although the type does not have
 * them (unknown types, a Switch whose rule was deleted), so that no wire is ever hidden.
 */
export interface CanvasPort {
  id: string;
  type: ConnectionType;
  /** Among the ports of this type and side. */
  index: number;
  label: string;
  maxConnections: number;
}

export interface CanvasPorts {
  inputs: readonly CanvasPort[];
  outputs: readonly CanvasPort[];
}

/** Name of a port within its side of a node. */
export const portId = (type: string, index: number): string => `${type}:${index}`;

interface Described {
  type: NodeTypeDescription | undefined;
  evaluate: EvaluateTypeText | undefined;
  ports: CanvasPorts;
}
const described = new WeakMap<WorkflowNode, Described>();

/** @param evaluate `evaluateTypeText`; until it is there, ports that are an expression are those that wires lead to. */
export const portsOf = (
  node: WorkflowNode,
  type: NodeTypeDescription | undefined,
  wires: { into: readonly Wire[]; outOf: readonly Wire[] },
  evaluate: EvaluateTypeText | undefined,
): CanvasPorts => {
  let known = described.get(node);
  if (!known || known.type !== type || known.evaluate !== evaluate) {
    known = { type, evaluate, ports: describedPorts(node, type, evaluate) };
    described.set(node, known);
  }
  const { ports } = known;
  if (!type && isAddOn(wires)) return { inputs: wiredInputs([], wires.into), outputs: wiredOutputs([], wires.outOf) };
  const inputs = wiredInputs(ports.inputs, wires.into);
  const outputs = wiredOutputs(ports.outputs, wires.outOf);
  return inputs === ports.inputs && outputs === ports.outputs ? ports : { inputs, outputs };
};

/** All that leaves a node of unknown type goes to a node that is built from it: it is no step of the flow. */
const isAddOn = ({ into, outOf }: { into: readonly Wire[]; outOf: readonly Wire[] }): boolean =>
  outOf.length > 0 &&
  outOf.every(({ sourceType }) => sourceType !== 'main') &&
  into.every(({ targetType }) => targetType !== 'main');

const wiredInputs = (ports: readonly CanvasPort[], into: readonly Wire[]): readonly CanvasPort[] =>
  withWired(
    ports,
    into.map((wire) => [wire.targetType, wire.targetIndex]),
  );

const wiredOutputs = (ports: readonly CanvasPort[], outOf: readonly Wire[]): readonly CanvasPort[] =>
  withWired(
    ports,
    outOf.map((wire) => [wire.sourceType, wire.sourceIndex]),
  );

const describedPorts = (
  node: WorkflowNode,
  type: NodeTypeDescription | undefined,
  evaluate: EvaluateTypeText | undefined,
): CanvasPorts => {
  if (!type) return { inputs: [port('main', 0)], outputs: [port('main', 0)] };
  const { inputs, outputs } = resolvePorts(type, node, evaluate);
  return { inputs: numbered(inputs), outputs: numbered(outputs) };
};

const port = (
  type: ConnectionType,
  index: number,
  label = '',
  maxConnections = Number.POSITIVE_INFINITY,
): CanvasPort => ({
  id: portId(type, index),
  type,
  index,
  label,
  maxConnections,
});

/** A port that is the only one on its side needs no name. */
const numbered = (ports: readonly NodePort[]): CanvasPort[] => {
  const used = new Map<ConnectionType, number>();
  const isOnly = ports.filter(({ type }) => type === 'main').length === 1;
  return ports.map(({ type, displayName, maxConnections }) => {
    const index = used.get(type) ?? 0;
    used.set(type, index + 1);
    return port(type, index, isOnly && type === 'main' ? '' : displayName, maxConnections);
  });
};

const withWired = (
  ports: readonly CanvasPort[],
  ends: readonly (readonly [ConnectionType, number])[],
): readonly CanvasPort[] => {
  const known = new Set(ports.map(({ id }) => id));
  const missing = ends.filter(([type, index]) => !known.has(portId(type, index)));
  if (missing.length === 0) return ports;
  const added = new Map(missing.map(([type, index]) => [portId(type, index), port(type, index)]));
  return [...ports, ...added.values()].sort(
    (a, b) => Number(a.type !== 'main') - Number(b.type !== 'main') || a.index - b.index,
  );
};

/** What stands at a port. `Input 2` stands where it is one: the number is enough. */
export const shownLabel = ({ label }: CanvasPort, side: keyof CanvasPorts): string =>
  side === 'inputs' ? label.replace(/^Input (?=\S)/, '') : label;

/** Ports on the left and right side of a card; those of other types are above (outputs) and below (inputs). */
export const mainPorts = (ports: readonly CanvasPort[]): readonly CanvasPort[] =>
  ports.filter(({ type }) => type === 'main');

export const sidePorts = (ports: readonly CanvasPort[]): readonly CanvasPort[] =>
  ports.filter(({ type }) => type !== 'main');

/** The input that a wire of `type` dropped on a node leads to: the first free one, else the first that takes several wires. */
export const fittingInput = (ports: CanvasPorts, into: readonly Wire[], type: ConnectionType): CanvasPort | undefined =>
  fitting(ports.inputs, type, (id) => into.filter((wire) => portId(wire.targetType, wire.targetIndex) === id).length);

/** The same for a wire that was dragged from an input backwards. */
export const fittingOutput = (
  ports: CanvasPorts,
  outOf: readonly Wire[],
  type: ConnectionType,
): CanvasPort | undefined =>
  fitting(ports.outputs, type, (id) => outOf.filter((wire) => portId(wire.sourceType, wire.sourceIndex) === id).length);

const fitting = (
  ports: readonly CanvasPort[],
  type: ConnectionType,
  wiresAt: (id: string) => number,
): CanvasPort | undefined => {
  const candidates = ports.filter((candidate) => candidate.type === type);
  return (
    candidates.find(({ id }) => wiresAt(id) === 0) ??
    candidates.find(({ id, maxConnections }) => wiresAt(id) < maxConnections)
  );
};
