import { type ExecutionFilter, type ExecutionMode, executionModes, type NodeTypeDescription } from '@millrace/contract';
import type { ExecutionRow } from './execution-list.ts';

/** What starts executions, as a value of a select: a mode, or a type of triggers, whose names have a dot. */
export type StartedBy = string;

const isMode = (value: StartedBy): value is ExecutionMode => (executionModes as readonly string[]).includes(value);

/** What is neither an event of a trigger nor the instance's own. */
export const otherStarts = [
  'manual',
  'integrated',
  'error',
  'retry',
  'cli',
] as const satisfies readonly ExecutionMode[];

/** Triggers whose executions the modes tell already. */
const ofModes: ReadonlySet<string> = new Set([
  'core.manualTrigger',
  'core.manualChatTrigger',
  'core.executeWorkflowTrigger',
  'core.errorTrigger',
]);

export const startFilterOf = (value: StartedBy | null): Pick<ExecutionFilter, 'mode' | 'triggerType'> =>
  value === null ? {} : isMode(value) ? { mode: value } : { triggerType: value };

/** Types of triggers whose events start executions: one entry each, by name. */
export const triggerChoices = (types: readonly NodeTypeDescription[]): { value: StartedBy; label: string }[] => {
  const labels = new Map(
    types
      .filter(({ name, group }) => group.includes('trigger') && !ofModes.has(name))
      .map(({ name, displayName }) => [name, displayName]),
  );
  return [...labels].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
};

/** Whether one that is under way is among those that are asked for, as far as that can be told before its end. */
export const isAskedFor = (
  { id, mode, triggerType, startedAt }: Pick<ExecutionRow, 'id' | 'mode' | 'triggerType' | 'startedAt'>,
  filter: ExecutionFilter,
): boolean => {
  const { text, customData, startedAfter = '', startedBefore } = filter;
  return (
    (filter.mode === undefined || filter.mode === mode) &&
    (filter.triggerType === undefined || filter.triggerType === triggerType) &&
    startedAt >= startedAfter &&
    (startedBefore === undefined || startedAt < startedBefore) &&
    (text === undefined || text.replace('#', '') === id) &&
    customData === undefined
  );
};
