/**
 * The expression language. A text is split into parts (`template-parts.ts`), the code of a part is read by acorn (`parse.ts`) and compiled to closures
 * over an allow-list of syntax (`compile/`). Values have the members that the tables in `methods/` and `globals/` list and no others
 * (`language/members.ts`); `$json` and its kin are computed when they are read (`variables/`). Everything that can take long counts its steps
 * (`budget.ts`, `regex/`).
 */

export {
  type Completion,
  type CompletionSource,
  type Completions,
  completionsAt,
  type Documentation,
} from './completion/index.ts';
export { ExpressionError, type ExpressionErrorDetails } from './errors.ts';
export { type FromAICall, findFromAICalls } from './from-ai-calls.ts';
export { isExpression } from './is-expression.ts';
export { referencesOf, renameNodeReferences } from './references.ts';
export { createScope } from './scope.ts';
export { type CompiledTemplate, compileTemplate } from './template.ts';
export type * from './types.ts';
