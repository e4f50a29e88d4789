import { isSameJson, type JsonObject } from '@millrace/contract';
import type { StaticDataStep } from '../types.ts';
import { query, run, type Statement, type Steps } from './statements.ts';
import { mergeStaticData } from './stored-texts.ts';

/** Steps of triggers, each in the transaction of what it belongs to. */

interface StoredWorkflow {
  id: number;
  active: number;
  static_data: string | null;
}

const read: Statement<number> = {
  text: 'select workflows.id, workflows.active, workflows.static_data from workflows {and} where workflows.id = :id {lock}',
  values: { id: ['bigint', (workflowId) => workflowId] },
  gives: 'rows',
};
const write: Statement<{ workflowId: number; text: string }> = {
  text: 'update workflows set static_data = :text {from} where workflows.id = :id',
  values: { id: ['bigint', ({ workflowId }) => workflowId], text: ['text', ({ text }) => text] },
  gives: 'nothing',
};

const fits = ({ before }: StaticDataStep, { active, static_data }: StoredWorkflow): boolean => {
  if (active === 0) return false;
  const stored = new Map(Object.entries(JSON.parse(static_data ?? '{}') as Record<string, JsonObject>));
  return Object.entries(before).every(([key, value]) => isSameJson(stored.get(key) ?? null, value));
};

/** Locks the workflows. */
function* storedOf(steps: readonly StaticDataStep[]): Steps<Map<number, StoredWorkflow>> {
  const ids = [...new Set(steps.map(({ workflowId }) => workflowId))].sort((a, b) => a - b);
  const rows = yield* query<number, StoredWorkflow>(read, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks the workflows. @returns the steps that may be taken, each on what is stored now */
export function* possibleSteps(steps: readonly StaticDataStep[]): Steps<Set<StaticDataStep>> {
  const byId = yield* storedOf(steps);
  return new Set(
    steps.filter((step) => {
      const stored = byId.get(step.workflowId);
      if (!stored || !fits(step, stored)) return false;
      // Of several from the same place the first is the one.
      byId.set(stored.id, { ...stored, static_data: mergeStaticData(stored.static_data, step.changes) });
      return true;
    }),
  );
}

/** Of workflows that are locked. */
export function* takeSteps(steps: readonly StaticDataStep[]): Steps<void> {
  const changing = steps.filter(({ changes }) => Object.keys(changes).length > 0);
  const stored = yield* storedOf(changing);
  const texts = new Map([...stored].map(([workflowId, row]) => [workflowId, row.static_data]));
  for (const { workflowId, changes } of changing)
    texts.set(workflowId, mergeStaticData(texts.get(workflowId) ?? null, changes));
  yield* run(
    write,
    [...stored.keys()].map((workflowId) => ({ workflowId, text: texts.get(workflowId) ?? '{}' })),
  );
}

/** What is stored as it is to be was stored by this writer: the answer was lost, and it tries again. */
const isTaken = ({ changes }: StaticDataStep, stored: StoredWorkflow | undefined): boolean => {
  if (!stored || stored.active === 0) return false;
  const parts = new Map(Object.entries(JSON.parse(stored.static_data ?? '{}') as Record<string, JsonObject>));
  return Object.entries(changes).every(([key, value]) => isSameJson(parts.get(key), value));
};

export function* keepAll(steps: readonly StaticDataStep[]): Steps<boolean[]> {
  if (steps.length === 0) return [];
  const possible = yield* possibleSteps(steps);
  yield* takeSteps([...possible]);
  const missed = steps.filter((step) => !possible.has(step));
  const stored = yield* storedOf(missed);
  return steps.map((step) => possible.has(step) || isTaken(step, stored.get(step.workflowId)));
}
