export * from './expressions/index.ts';
export * from './graph/index.ts';
export { toJsonValue } from './items/to-json.ts';
export * from './parameters/index.ts';
export { dirtyNodes, type EarlierRun, outdatedNodes, startNodesOf } from './run/dirty-nodes.ts';
export { createNodeTypeRegistry, type NodeTypeRegistry } from './run/node-types.ts';
export { runWorkflow } from './run/run-workflow.ts';
export { createNodeContext, type NodeSetup } from './run/setup-context.ts';
export type * from './run/types.ts';
