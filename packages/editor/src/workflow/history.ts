import type { Patches } from 'mutative';
import { changedWithPatches, patched } from './drafts.ts';
import type { Command, HistoryEntry, WorkflowState } from './types.ts';

/** Pure: commands become entries of patches, and undo, redo and the mark of unsaved changes come from them. */

/** `savedAt` of what differs from all that was saved, without any step. */
export const neverSaved = -1;

const maxSteps = 200;
const groupWindow = 1000;

type History = Pick<WorkflowState, 'document' | 'past' | 'future' | 'savedAt'>;

export interface Change {
  history: History;
  /** What changed in the document. */
  patches: Patches;
}

export interface StepOptions {
  label: string;
  group?: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Runs a command; undefined if it changed nothing. */
export const record = (history: History, command: Command, { label, group, now }: StepOptions): Change | undefined => {
  const [document, patches, inverse] = changedWithPatches(history.document, command);
  if (patches.length === 0) return undefined;
  const { past, future, savedAt } = history;
  const previous = past.at(-1);
  const joins =
    previous !== undefined &&
    group !== undefined &&
    previous.group === group &&
    now - previous.at < groupWindow &&
    future.length === 0 &&
    savedAt !== past.length;
  if (joins) {
    const entry: HistoryEntry = {
      ...previous,
      at: now,
      patches: [...previous.patches, ...patches],
      inverse: [...inverse, ...previous.inverse],
    };
    return { history: { document, past: [...past.slice(0, -1), entry], future, savedAt }, patches };
  }
  const entry: HistoryEntry = { label, group, at: now, patches, inverse };
  const dropped = past.length >= maxSteps ? 1 : 0;
  const savedIsGone = savedAt > past.length || savedAt - dropped < 0;
  return {
    history: {
      document,
      past: [...past.slice(dropped), entry],
      future: [],
      savedAt: savedIsGone ? neverSaved : savedAt - dropped,
    },
    patches,
  };
};

/** Undefined if there is nothing to undo. */
export const undone = (history: History): Change | undefined => {
  const entry = history.past.at(-1);
  if (!entry) return undefined;
  return {
    history: {
      document: patched(history.document, entry.inverse),
      past: history.past.slice(0, -1),
      future: [entry, ...history.future],
      savedAt: history.savedAt,
    },
    patches: entry.inverse,
  };
};

/** Undefined if there is nothing to redo. */
export const redone = (history: History): Change | undefined => {
  const [entry, ...future] = history.future;
  if (!entry) return undefined;
  return {
    history: {
      document: patched(history.document, entry.patches),
      past: [...history.past, entry],
      future,
      savedAt: history.savedAt,
    },
    patches: entry.patches,
  };
};

/** At the state that `position` steps lead to, back or forth; undefined if it is there already, or there are not as many. */
export const travelled = (history: History, position: number): Change | undefined => {
  let change: Change | undefined;
  const patches: Patches[] = [];
  for (let at = history; at.past.length !== position; at = change.history) {
    change = at.past.length > position ? undone(at) : redone(at);
    if (!change) return undefined;
    patches.push(change.patches);
  }
  return change && { ...change, patches: patches.flat() };
};

/** Whether there is anything that a save would store. */
export const isDirty = (state: Pick<WorkflowState, 'savedAt' | 'past'>): boolean => state.savedAt !== state.past.length;
