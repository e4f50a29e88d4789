import type { EvaluateTypeText } from '@millrace/engine';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { duplicate, paste } from './clipboard.ts';
import type { pasteFragment } from './commands/paste-fragment.ts';
import type { NodeIssueText, usesCredentials } from './node-issues.ts';
import { withPart } from './parts.ts';
import type { RenameReferences } from './references.ts';

/** The expression language on the canvas: subtitles and ports that are expressions, issues, and references in parameters to nodes that are renamed. */
export interface Expressions {
  evaluateTypeText: EvaluateTypeText;
  nodeIssueText: NodeIssueText;
  usesCredentials: typeof usesCredentials;
  renameReferences: RenameReferences;
  paste: typeof paste;
  duplicate: typeof duplicate;
  pasteFragment: typeof pasteFragment;
}

const expressionsStore = createStore<{ part: Expressions | undefined }>(() => ({ part: undefined }));

let loading: Promise<Expressions> | undefined;

/** Asked for when the first screen is there. One that could not be loaded may be asked for again. */
export const loadExpressions = (): Promise<Expressions> => {
  loading ??= import('./expression-part.ts').then(
    ({ evaluateTypeText, nodeIssueText, usesCredentials, renameReferences, paste, duplicate, pasteFragment }) => {
      const part = {
        evaluateTypeText,
        nodeIssueText,
        usesCredentials,
        renameReferences,
        paste,
        duplicate,
        pasteFragment,
      };
      expressionsStore.setState({ part });
      return part;
    },
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
};

/** What evaluates the texts of node types; undefined until it is loaded. For code outside React. */
export const typeTextsNow = (): EvaluateTypeText | undefined => expressionsStore.getState().part?.evaluateTypeText;

export const useTypeTexts = (): EvaluateTypeText | undefined =>
  useStore(expressionsStore, (state) => state.part?.evaluateTypeText);

/** What tells the issues of nodes, and which of them need credentials; undefined until it is loaded. */
export const useNodeIssues = (): Pick<Expressions, 'nodeIssueText' | 'usesCredentials'> | undefined =>
  useStore(expressionsStore, (state) => state.part);

/** Does what needs the expression language: at once, but for the first moments of a page; with a toast where it cannot be loaded. */
export const withExpressions = (use: (expressions: Expressions) => void): void => {
  const { part } = expressionsStore.getState();
  if (part) use(part);
  else withPart(loadExpressions, use);
};
