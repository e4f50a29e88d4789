import type { ConnectionType, NodePorts, NodeTypeDescription } from '@millrace/contract';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';

/** Ports that are an expression depend on parameters: what is known of them is that there are main ones. */
const has = (ports: NodePorts, wanted: ConnectionType): boolean =>
  typeof ports === 'string'
    ? wanted === 'main'
    : ports.some((port) => (typeof port === 'string' ? port : port.type) === wanted);

/** Whether the node is wired to something that the request names: what cannot be is left out. */
export const isJoined = ({ from, wire }: NodeCreatorRequest): boolean => from !== undefined || wire !== undefined;

/** Whether a node of this type can be joined to what the node creator was opened from. */
export const fitsRequest = (type: NodeTypeDescription, { from, wire }: NodeCreatorRequest): boolean => {
  if (wire !== undefined) return has(type.inputs, 'main') && has(type.outputs, 'main');
  if (from === undefined) return true;
  return has(from.side === 'input' ? type.outputs : type.inputs, from.type);
};

/** Whether a node of this type is wired to the one before it by itself. */
export const hasMainInput = (type: NodeTypeDescription): boolean => has(type.inputs, 'main');
