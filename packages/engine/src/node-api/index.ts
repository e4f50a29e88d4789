export { testPattern } from '../expressions/regex/test-pattern.ts';
export { toJsonValue } from '../items/to-json.ts';
export type * from './context.ts';
export * from './definition.ts';
export { NodeError } from './errors.ts';
export type * from './http.ts';
export type { ParameterValues } from './parameter-values.ts';
