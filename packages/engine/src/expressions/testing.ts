import type { Item, TaskData } from '@millrace/contract/data';
import { createScope } from './scope.ts';
import { compileTemplate } from './template.ts';
import type { ExpressionData, ExpressionLimits, ExpressionScope } from './types.ts';

/** For the tests of this folder: data of a run in a line, and evaluations of code. */

export const noon = Date.UTC(2024, 4, 15, 16, 0, 0);

/** An execution of the given nodes that ends before the node "Here", whose input is what the last of them gave. */
export function dataOf(runs: Record<string, TaskData[]> = {}, changes: Partial<ExpressionData> = {}): ExpressionData {
  return {
    workflow: { id: 'w1', name: 'Orders', active: true },
    execution: { id: '42', mode: 'manual', resumeUrl: 'https://example.com/resume/1' },
    node: { name: 'Here', typeVersion: 2, id: 'n1', webhookId: 'h1' },
    runIndex: 0,
    inputs: [[{ json: {} }]],
    source: [null],
    timezone: 'America/New_York',
    now: () => noon,
    random: () => 0.5,
    hasNode: (name) => Object.hasOwn(runs, name),
    runsOf: (name) => (Object.hasOwn(runs, name) ? (runs[name] ?? []) : []),
    outputLeadingHere: () => 0,
    leadsHere: (name) => Object.hasOwn(runs, name),
    parametersOf: () => ({}),
    contextOf: () => ({}),
    ...changes,
  };
}

export const itemOf = (json: Item['json'], pairedItem?: Item['pairedItem']): Item =>
  pairedItem === undefined ? { json } : { json, pairedItem };

export const taskOf = (items: Item[], source: TaskData['source'] = [null]): TaskData => ({
  startTime: 0,
  executionTime: 1,
  source,
  data: { main: [items] },
});

/** A scope whose current item has these fields. */
export const scopeOf = (json: Item['json'] = {}): ExpressionScope => createScope(dataOf({}, { inputs: [[{ json }]] }));

/** A scope over these fields whose evaluations may use so much. */
export const scopeWithin = (
  limits: ExpressionLimits,
  json: Item['json'] = {},
  changes: Partial<ExpressionData> = {},
): ExpressionScope => createScope(dataOf({}, { inputs: [[{ json }]], limits, ...changes }));

/** The value of the code of one `{{ }}`. */
export const evaluateCode = (code: string, json: Item['json'] = {}): unknown =>
  compileTemplate(`={{ ${code} }}`).evaluate(scopeOf(json));
