/**
 * What the canvas needs of the expression language: its parser and evaluator are a third of the editor, so they come after the first screen, and with
 * them what checks parameters, and what adds nodes whose names
 * may be taken, since the references to them are renamed. Import it through `expressions.ts`.
 */
export { evaluateTypeText } from '@millrace/engine';
export { duplicate, paste } from './clipboard.ts';
export { pasteFragment } from './commands/paste-fragment.ts';
export { nodeIssueText, usesCredentials } from './node-issues.ts';
export { renameReferences } from './references.ts';
