export { ExpressionError, type ExpressionErrorDetails } from './errors.ts';
export { referencesOf, renameNodeReferences } from './references.ts';
export { createScope } from './scope.ts';
export { type CompiledTemplate, compileTemplate, isExpression } from './template.ts';
export type * from './types.ts';
