/** Live results of expressions over the data on screen. */
import type { Json } from '@millrace/contract';
import {
  compileTemplate,
  createScope,
  type ExpressionData,
  ExpressionError,
  type ExpressionErrorKind,
  toJsonValue,
} from '@millrace/engine';

export type Evaluation =
  | { kind: 'value'; value: Json | undefined }
  /** The data that the expression asks for is not there yet. */
  | { kind: 'noData'; message: string }
  | { kind: 'error'; message: string; hint?: string; position?: number; errorKind: ExpressionErrorKind | 'internal' };

export type Evaluate = (text: string) => Evaluation;

const evaluationOf = (error: unknown): Evaluation => {
  if (!(error instanceof ExpressionError)) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error), errorKind: 'internal' };
  }
  if (error.kind === 'noData') return { kind: 'noData', message: error.message };
  return {
    kind: 'error',
    message: error.message,
    hint: error.hint,
    position: error.position,
    errorKind: error.kind,
  };
};

/** An evaluator for one item of the open node. Text without `=` is given back as it stands. */
export const createEvaluate = (data: ExpressionData, itemIndex: number): Evaluate => {
  const scope = createScope(data);
  scope.itemIndex = itemIndex;
  return (text) => {
    try {
      const value = compileTemplate(text).evaluate(scope);
      return { kind: 'value', value: value === undefined ? undefined : toJsonValue(value) };
    } catch (error) {
      return evaluationOf(error);
    }
  };
};

/** One line for a result under its field. */
export const resultText = (value: Json | undefined): string => {
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
};
