/**
 * What the canvas needs of the expression language: its parser and evaluator are a third of the editor, so they come after the first screen, and with
 * them what checks parameters. Import it through `expressions.ts`.
 */
export { evaluateTypeText } from '@millrace/engine';
export { nodeIssueText, usesCredentials } from './node-issues.ts';
export { renameReferences } from './references.ts';
