import { referencesOf } from '@millrace/engine/references';
import { use, useEffect, useMemo, useState } from 'react';
import { FieldValuesContext, useFields } from '../panel-context.ts';
import type { Evaluation } from './evaluation.ts';

/** Whether an expression may read a node's own parameters: `$parameter`, `$('Node').params`, `$node['Node'].parameter`. */
const readsParameters = (text: string): boolean => {
  const { variables, fields } = referencesOf(text);
  return (
    variables.some((name) => ['$parameter', '$rawParameter', '$evaluateExpression'].includes(name)) ||
    fields.some((name) => name === 'params' || name === 'parameter')
  );
};

/** How long the result of the text before may stand while the next one is on its way: shorter would flicker, longer would pass for its result. */
const keeps = 300;

/** The live result of an expression. It follows the text, the data, and the parameters it reads. */
export function useEvaluation(text: string): Evaluation;
export function useEvaluation(text: string | undefined): Evaluation | undefined;
export function useEvaluation(text: string | undefined): Evaluation | undefined {
  const { evaluate } = useFields();
  const isOverParameters = useMemo(() => text !== undefined && readsParameters(text), [text]);
  const parameters = isOverParameters ? use(FieldValuesContext)?.values : undefined;
  const [result, setResult] = useState<Evaluation>({ kind: 'pending' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are read where the text is evaluated.
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => setResult({ kind: 'pending' }), keeps);
    const takeBack = evaluate(text, (evaluation) => {
      clearTimeout(timer);
      setResult(evaluation);
    });
    return () => {
      clearTimeout(timer);
      takeBack();
    };
  }, [evaluate, text, parameters]);
  return text === undefined ? undefined : result;
}
