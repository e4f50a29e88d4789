/** The worker's side of previews: evaluates over the parts that it was sent, and asks for those that are missing. */
import type { Item, TaskData } from '@millrace/contract';
import {
  compileTemplate,
  completionsAt,
  createScope,
  type ExpressionData,
  ExpressionError,
  toJsonValue,
} from '@millrace/engine';
import { beginningOf, type Evaluation } from '../evaluation.ts';
import type { Answer, Batch, ChosenItem, Job, PartKey, PreviewBase } from './protocol.ts';

export const createPreviewHost = (answer: (answer: Answer) => void): ((batch: Batch) => void) => {
  const parts = new Map<PartKey, unknown>();
  return ({ parts: given, dropped, jobs }) => {
    for (const key of dropped) parts.delete(key);
    for (const [key, value] of given) parts.set(key, value);
    for (const job of jobs) {
      const missing = new Set<PartKey>();
      const result = run(job, dataOver(parts, missing));
      // Whatever came out without them: an expression may take their lack for an answer.
      answer(missing.size > 0 ? { kind: 'needs', id: job.id, keys: [...missing] } : result);
    }
  };
};

const run = (job: Job, data: ExpressionData): Answer => {
  const { id, itemIndex } = job;
  if (job.kind === 'evaluate') return { kind: 'evaluation', id, evaluation: evaluated(job, data) };
  const { text, position, nodeNames } = job;
  return { kind: 'completions', id, completions: completionsAt(text, position, { data, nodeNames, itemIndex }) };
};

const evaluated = ({ text, itemIndex, most }: Extract<Job, { kind: 'evaluate' }>, data: ExpressionData): Evaluation => {
  const scope = createScope(data);
  scope.itemIndex = itemIndex;
  try {
    const value = compileTemplate(text).evaluate(scope);
    return beginningOf(value === undefined ? undefined : toJsonValue(value), most);
  } catch (error) {
    return evaluationOf(error);
  }
};

const evaluationOf = (error: unknown): Evaluation => {
  if (!(error instanceof ExpressionError)) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error), errorKind: 'internal' };
  }
  const { kind, message, hint, position } = error;
  return kind === 'noData' ? { kind, message } : { kind: 'error', message, hint, position, errorKind: kind };
};

const unread: Item = { json: {} };

/** Items between those that are here and the chosen one are empty. */
const withChosen = (known: readonly Item[] | null, chosen: ChosenItem | undefined): readonly Item[] | null => {
  if (!chosen || chosen.index < (known?.length ?? 0)) return known;
  const items = [...(known ?? [])];
  return [...items, ...new Array<Item>(chosen.index - items.length).fill(unread), chosen.item];
};

const dataOver = (parts: ReadonlyMap<PartKey, unknown>, missing: Set<PartKey>): ExpressionData => {
  const part = (key: PartKey): unknown => {
    if (!parts.has(key)) missing.add(key);
    return parts.get(key);
  };
  const { nodeNames, leading, ...base } = JSON.parse(part('base') as string) as PreviewBase;
  const names = new Set(nodeNames);
  const outputs = new Map(leading);
  const [first = null, ...others] = part('inputs') as (readonly Item[] | null)[];
  const chosen = part('chosen') as ChosenItem | undefined;
  return {
    ...base,
    inputs: base.source.length === 0 ? [] : [withChosen(first, chosen), ...others],
    now: Date.now,
    random: Math.random,
    hasNode: (name) => names.has(name),
    runsOf: (name) => (part(`runs ${name}`) as readonly TaskData[] | undefined) ?? [],
    outputLeadingHere: (name) => outputs.get(name) ?? 0,
    leadsHere: (name) => outputs.has(name),
    parametersOf: (name) => JSON.parse((part(`parameters ${name}`) as string | undefined) ?? '{}'),
    contextOf: () => ({}),
  };
};
