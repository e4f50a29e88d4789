export { type AddNodeOptions, addNode } from './add-node.ts';
export {
  moveNodes,
  type NodeSetting,
  placeNodes,
  renameNode,
  setNodeSetting,
  setNodesDisabled,
  setPinData,
} from './nodes.ts';
export { setParameter, setParameters } from './parameters.ts';
export type { LimitOf } from './paste-fragment.ts';
export { removeNodes } from './remove-nodes.ts';
export { addWire, removeWires, type WireEnds } from './wires.ts';
export {
  importWorkflow,
  replaceDocument,
  restoreVersion,
  setWorkflowName,
  setWorkflowSettings,
  setWorkflowTags,
} from './workflow.ts';
