export * from './expressions/index.ts';
export * from './graph/index.ts';
export { toPlainOutputs } from './items/plain.ts';
export { toJsonValue } from './items/to-json.ts';
export { capabilitiesOf, type NodeCapability } from './node-api/definition.ts';
export * from './parameters/index.ts';
export { dirtyNodes, type EarlierRun, outdatedNodes, startNodesOf } from './run/dirty-nodes.ts';
export { toExecutionError } from './run/errors.ts';
export { neededFor, referencesIn } from './run/node-references.ts';
export {
  createNodeTypeRegistry,
  type NodeTypeEntry,
  type NodeTypeRegistry,
  openNodeTypeRegistry,
} from './run/node-types.ts';
export { runWorkflow } from './run/run-workflow.ts';
export {
  createSetupContext,
  type SetupNode,
  type SetupRequest,
  zoneOf,
} from './run/setup-context.ts';
export type * from './run/types.ts';
