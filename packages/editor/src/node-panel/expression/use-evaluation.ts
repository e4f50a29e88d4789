import { use, useMemo } from 'react';
import { OpenNodeContext, usePanel } from '../panel-context.ts';
import type { Evaluation } from './evaluation.ts';

/** Expressions over a node's own parameters: `$parameter`, `$('Node').params`, `$node['Node'].parameter`. */
const readsParameters = /\bparam/;

/** The live result of an expression, kept until the data, or the parameters it reads, change. */
export function useEvaluation(text: string): Evaluation;
export function useEvaluation(text: string | undefined): Evaluation | undefined;
export function useEvaluation(text: string | undefined): Evaluation | undefined {
  const { evaluate } = usePanel();
  const parameters = text !== undefined && readsParameters.test(text) ? use(OpenNodeContext)?.values : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the evaluator reads the parameters from the document.
  return useMemo(() => (text === undefined ? undefined : evaluate(text)), [evaluate, text, parameters]);
}
