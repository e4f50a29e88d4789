import type { ConnectionType, NodePort, NodePorts, WorkflowNode } from '@millrace/contract/data';
import { evaluateTypeText, type TypeTextSource } from './type-text.ts';

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
 */
export const resolvePorts = (type: PortSource, node: PortNode): ResolvedPorts => {
  const inputs = listPorts(type.inputs, type, node, type.inputNames);
  const outputs = listPorts(type.outputs, type, node, type.outputNames);
  if (node.onError !== 'continueErrorOutput') return { inputs, outputs };
  const mainCount = outputs.filter((port) => port.type === 'main').length;
  const place = outputs.findLastIndex((port) => port.type === 'main') + 1;
  return {
    inputs,
    outputs: outputs.toSpliced(place, 0, { type: 'main', displayName: 'Error' }),
    errorOutput: mainCount,
  };
};

const listPorts = (ports: NodePorts, type: PortSource, node: PortNode, names?: readonly string[]): NodePort[] => {
  const list = typeof ports === 'string' ? evaluatePorts(ports, type, node) : ports;
  return list.map((port, index) => {
    const resolved: NodePort = typeof port === 'string' ? { type: port } : { ...port };
    if (resolved.displayName === undefined && names?.[index] !== undefined) resolved.displayName = names[index];
    return resolved;
  });
};

const isPort = (value: unknown): value is ConnectionType | NodePort =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'type' in value);

const evaluatePorts = (text: string, type: PortSource, node: PortNode): readonly (ConnectionType | NodePort)[] => {
  try {
    const ports = evaluateTypeText(text, type, node);
    return Array.isArray(ports) ? ports.filter(isPort) : ['main'];
  } catch {
    return ['main'];
  }
};
