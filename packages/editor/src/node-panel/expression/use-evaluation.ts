import { referencesOf } from '@millrace/engine/references';
import { use, useEffect, useMemo, useRef, useState } from 'react';
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

/** Milliseconds without a keystroke after which a text counts as finished: until then it is not told that it is wrong. */
const quiet = 500;

/** What a text gives while one is in the middle of it, and what is no news then. */
const isFinished = (evaluation: Evaluation): boolean =>
  evaluation.kind === 'value' ? evaluation.value !== undefined : evaluation.kind !== 'error';

/** Characters of a result that fields show, with what is told when one points at it. */
const mostInField = 2000;

/**
 * The live result of an expression. It follows the text, the data, and the parameters it reads. Undefined where nothing is evaluated.
 * @param most characters of it that are shown
 */
export const useEvaluation = (text: string | undefined, most = mostInField): Evaluation | undefined => {
  const { evaluate, isPreview = false } = useFields();
  const isOverParameters = useMemo(() => text !== undefined && readsParameters(text), [text]);
  const parameters = isOverParameters ? use(FieldValuesContext)?.values : undefined;
  const [result, setResult] = useState<Evaluation>({ kind: 'pending' });
  const before = useRef(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are read where the text is evaluated.
  useEffect(() => {
    const isTyping = before.current !== undefined && before.current !== text;
    before.current = text;
    if (text === undefined || isPreview) return;
    let isQuiet = !isTyping;
    let held: Evaluation | undefined;
    const pending = setTimeout(() => setResult({ kind: 'pending' }), keeps);
    const finished = setTimeout(() => {
      isQuiet = true;
      if (held) setResult(held);
    }, quiet);
    const show = (evaluation: Evaluation): void => {
      if (!isQuiet && !isFinished(evaluation)) {
        held = evaluation;
        return;
      }
      clearTimeout(pending);
      setResult(evaluation);
    };
    const takeBack = evaluate(text, show, most);
    return () => {
      clearTimeout(pending);
      clearTimeout(finished);
      takeBack();
    };
  }, [evaluate, isPreview, text, most, parameters]);
  return text === undefined || isPreview ? undefined : result;
};
