/** The shapes and constants without the schemas: what runs workflows needs no zod. */
export * from './data-table.ts';
export type * from './execution.ts';
export * from './filter.ts';
export * from './item.ts';
export * from './json.ts';
export * from './limits.ts';
export type * from './node-type.ts';
export { packageOfType } from './package-names.ts';
export * from './parameters/index.ts';
export * from './same-json.ts';
export type * from './workflow.ts';
