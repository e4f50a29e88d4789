import { createStore } from 'zustand/vanilla';
import { type MessageKey, t } from '../messages/index.ts';
import { emptyDocument } from './format.ts';
import { type Change, record, redone, undone } from './history.ts';
import { tellError } from './notices.ts';
import { emptyRun, followEdit } from './run-view.ts';
import type { Command, NodeKey, WireKey, WorkflowDocument, WorkflowState } from './types.ts';

/*
 * The open workflow, outside React. The document changes through `dispatch`, `undo` and `redo` alone; everything else that is shown
 * (selection, run) follows it here.
 */
const closed: WorkflowState = {
  opened: 0,
  id: null,
  active: false,
  updatedAt: null,
  readOnly: false,
  document: emptyDocument(),
  past: [],
  future: [],
  savedAt: 0,
  saving: false,
  conflict: false,
  selection: new Set(),
  selectedWires: new Set(),
  run: emptyRun,
};

export const workflowStore = createStore<WorkflowState>(() => closed);

/** Puts another workflow in place of the open one, with an empty history. */
export const openDocument = (
  document: WorkflowDocument,
  stored: Partial<Pick<WorkflowState, 'id' | 'active' | 'updatedAt' | 'readOnly' | 'run'>> & { unsaved?: boolean } = {},
): void => {
  const { unsaved, ...rest } = stored;
  const opened = workflowStore.getState().opened + 1;
  workflowStore.setState({ ...closed, opened, document, savedAt: unsaved ? -1 : 0, ...rest }, true);
};

export interface DispatchOptions {
  /** Entries of one group within a second are one step: give the field's or gesture's own name. */
  group?: string;
}

/** Says that what is shown cannot be changed. */
export const refuseEdit = (): void =>
  tellError(t('workflow.readOnly.title'), { message: t('workflow.readOnly.message'), sticky: false });

/** Runs a user's action and records it as a step of the history, or refuses it with a toast when the workflow is read-only. */
export const dispatch = (label: MessageKey, command: Command, options: DispatchOptions = {}): void => {
  const state = workflowStore.getState();
  if (state.readOnly) {
    refuseEdit();
    return;
  }
  commit(record(state, command, { label, group: options.group, now: Date.now() }));
};

export const undo = (): void => {
  const state = workflowStore.getState();
  if (!state.readOnly) commit(undone(state));
};

export const redo = (): void => {
  const state = workflowStore.getState();
  if (!state.readOnly) commit(redone(state));
};

const commit = (change: Change | undefined): void => {
  if (!change) return;
  const state = workflowStore.getState();
  const { document } = change.history;
  workflowStore.setState({
    ...change.history,
    selection: present(state.selection, document.nodes),
    selectedWires: present(state.selectedWires, document.wires),
    run: followEdit(state.run, change.patches, state.document, document),
  });
};

const present = (keys: ReadonlySet<string>, held: Record<string, unknown>): ReadonlySet<string> => {
  const left = [...keys].filter((key) => held[key] !== undefined);
  return left.length === keys.size ? keys : new Set(left);
};

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((key) => b.has(key));

/** Replaces the selection. */
export const select = (keys: Iterable<NodeKey>, wires: Iterable<WireKey> = []): void => {
  const { document, selection, selectedWires } = workflowStore.getState();
  const nodes = present(new Set(keys), document.nodes);
  const chosenWires = present(new Set(wires), document.wires);
  if (isSame(nodes, selection) && isSame(chosenWires, selectedWires)) return;
  workflowStore.setState({ selection: nodes, selectedWires: chosenWires });
};

/** What is on the canvas counts as saved: it is stored elsewhere, or the person wants it dropped. */
export const markSaved = (): void => workflowStore.setState((state) => ({ savedAt: state.past.length }));
