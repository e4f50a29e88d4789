import type { ConnectionType, NodePort, NodePorts, WorkflowNode } from '@millrace/contract/data';
import type { EvaluateTypeText, TypeTextSource } from './type-text.ts';

/** What a definition and a description both have, as far as ports go. */
export interface PortSource extends TypeTextSource {
  readonly inputs: NodePorts;
  readonly outputs: NodePorts;
  readonly inputNames?: readonly string[];
  readonly outputNames?: readonly string[];
}

type PortNode = Pick<WorkflowNode, 'name' | 'typeVersion' | 'parameters' | 'onError'>;

export interface ResolvedPorts {
  inputs: NodePort[];
  /** The error output, if the node's settings ask for one, is the last of type `main`. */
  outputs: NodePort[];
  /** Index of the error output among the outputs of type `main`. */
  errorOutput?: number;
}

/**
 * The ports of a node. Where they are an expression, it is evaluated over `$parameter` and `$nodeVersion`; one that fails or gives no list
 * counts as a single `main` port, so that wires stay visible while the parameters are being edited.
 * @param evaluate `evaluateTypeText`; it is given so that an editor can show most nodes before it has the expression language. Without it
 *   every expression counts as a single `main` port.
 */
export const resolvePorts = (
  type: PortSource,
  node: PortNode,
  evaluate: EvaluateTypeText | undefined,
): ResolvedPorts => {
  const list = (ports: NodePorts, names?: readonly string[]) =>
    named(typeof ports === 'string' ? evaluatePorts(ports, type, node, evaluate) : ports, names);
  const inputs = list(type.inputs, type.inputNames);
  const outputs = list(type.outputs, type.outputNames);
  if (node.onError !== 'continueErrorOutput') return { inputs, outputs };
  const mainCount = outputs.filter((port) => port.type === 'main').length;
  const place = outputs.findLastIndex((port) => port.type === 'main') + 1;
  return {
    inputs,
    outputs: outputs.toSpliced(place, 0, { type: 'main', displayName: 'Error' }),
    errorOutput: mainCount,
  };
};

const named = (ports: readonly (ConnectionType | NodePort)[], names?: readonly string[]): NodePort[] =>
  ports.map((port, index) => {
    const resolved: NodePort = typeof port === 'string' ? { type: port } : { ...port };
    if (resolved.displayName === undefined && names?.[index] !== undefined) resolved.displayName = names[index];
    return resolved;
  });

const isPort = (value: unknown): value is ConnectionType | NodePort =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'type' in value);

const evaluatePorts = (
  text: string,
  type: PortSource,
  node: PortNode,
  evaluate: EvaluateTypeText | undefined,
): readonly (ConnectionType | NodePort)[] => {
  try {
    const ports = evaluate?.(text, type, node);
    return Array.isArray(ports) ? ports.filter(isPort) : ['main'];
  } catch {
    return ['main'];
  }
};
