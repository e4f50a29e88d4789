/** What may be typed next in an expression, from the engine, for the text of a field, which goes without the leading `=`. */
import { type Completion, type Completions, completionsAt, type ExpressionData } from '@millrace/engine';

export interface CompletionContext {
  /** Names of the nodes that lead to this one, nearest first. */
  nodeNames: readonly string[];
  /** What the expressions of the open node see; undefined while the node is not there. */
  data: ExpressionData | undefined;
  /** The item that is looked at. */
  itemIndex: number;
}

/** Options at a place; undefined where nothing is to be offered. */
export const completeTemplate = (
  text: string,
  position: number,
  { data, nodeNames, itemIndex }: CompletionContext,
): Completions | undefined => {
  const result = data && completionsAt(`=${text}`, position + 1, { data, nodeNames, itemIndex });
  return result && { from: result.from - 1, to: result.to - 1, options: result.options.map(shifted) };
};

const shifted = (option: Completion): Completion =>
  option.from === undefined ? option : { ...option, from: option.from - 1 };
