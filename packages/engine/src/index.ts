export type * from './expressions/types.ts';
export * from './graph/index.ts';
export * from './parameters/index.ts';
export { createNodeTypeRegistry, effectiveVersion, type NodeTypeRegistry } from './run/node-types.ts';
export { runWorkflow } from './run/run-workflow.ts';
export type * from './run/types.ts';
