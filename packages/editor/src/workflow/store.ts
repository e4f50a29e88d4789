import { createStore, type StoreApi } from 'zustand/vanilla';
import { type MessageKey, t } from '../messages/index.ts';
import { type Change, record, redone, travelled, undone } from './history.ts';
import { tellError } from './notices.ts';
import { emptyRun, followEdit } from './run-view.ts';
import type { Command, NodeKey, WireKey, WorkflowDocument, WorkflowState } from './types.ts';

/*
 * The state of one open workflow, outside React. The document changes through `dispatch`, `undo` and `redo` alone; everything else that is
 * shown (selection, run) follows it here.
 */
export type WorkflowStore = StoreApi<WorkflowState>;

/** What is known of a workflow when it is opened. */
export type StoredState = Partial<
  Pick<
    WorkflowState,
    | 'id'
    | 'active'
    | 'revision'
    | 'publishedRevision'
    | 'readOnly'
    | 'mayRun'
    | 'isPreview'
    | 'marks'
    | 'ownedBy'
    | 'mayShare'
    | 'folderId'
    | 'savedAt'
    | 'run'
  >
>;

/** The state of a workflow that has just been opened: an empty history, nothing selected, no run. */
export const openedState = (document: WorkflowDocument, stored: StoredState = {}): WorkflowState => ({
  id: null,
  active: false,
  base: stored.revision === undefined ? null : document,
  revision: null,
  publishedRevision: null,
  readOnly: false,
  mayRun: true,
  isPreview: false,
  marks: null,
  ownedBy: undefined,
  mayShare: false,
  folderId: null,
  document,
  past: [],
  future: [],
  savedAt: 0,
  saving: false,
  draft: null,
  conflict: null,
  selection: new Set(),
  selectedWires: new Set(),
  run: emptyRun,
  ...stored,
});

export interface DispatchOptions {
  /** Entries of one group within a second are one step: give the field's or gesture's own name. */
  group?: string;
}

/** What is shown is the stored workflow itself, not what an execution has recorded of it. */
export const isStored = ({ revision }: Pick<WorkflowState, 'revision'>): boolean => revision !== null;

/** Why what is shown cannot be changed. */
export const readOnlyText = (state: Pick<WorkflowState, 'revision' | 'isPreview'>): string => {
  if (state.isPreview) return t('workflow.readOnly.preview');
  return t(isStored(state) ? 'workflow.readOnly.shared' : 'workflow.readOnly.message');
};

/** Says that what is shown cannot be changed. */
export const refuseEdit = (state: Pick<WorkflowState, 'revision' | 'isPreview'>): void =>
  tellError(t('workflow.readOnly.title'), { message: readOnlyText(state), sticky: false });

/** What a person does to the document of a session. */
export interface DocumentActions {
  /** Runs a user's action and records it as a step of the history, or refuses it with a toast when the workflow is read-only. */
  dispatch(label: MessageKey, command: Command, options?: DispatchOptions): void;
  undo(): void;
  redo(): void;
  /** Goes to the state that this many steps of the history lead to, back or forth. */
  travel(position: number): void;
  /** Replaces the selection. */
  select(keys: Iterable<NodeKey>, wires?: Iterable<WireKey>): void;
  /** What is on the canvas counts as saved: it is stored elsewhere, or the person wants it dropped. */
  markSaved(): void;
}

export const createWorkflowStore = (document: WorkflowDocument, stored?: StoredState): WorkflowStore =>
  createStore<WorkflowState>(() => openedState(document, stored));

export const createDocumentActions = (store: WorkflowStore): DocumentActions => {
  const commit = (change: Change | undefined): void => {
    if (!change) return;
    const state = store.getState();
    const { document } = change.history;
    store.setState({
      ...change.history,
      selection: present(state.selection, document.nodes),
      selectedWires: present(state.selectedWires, document.wires),
      run: followEdit(state.run, change.patches, state.document, document),
    });
  };
  return {
    dispatch: (label, command, { group } = {}) => {
      const state = store.getState();
      if (state.readOnly) refuseEdit(state);
      else commit(record(state, command, { label, group, now: Date.now() }));
    },
    undo: () => {
      const state = store.getState();
      if (!state.readOnly) commit(undone(state));
    },
    redo: () => {
      const state = store.getState();
      if (!state.readOnly) commit(redone(state));
    },
    travel: (position) => {
      const state = store.getState();
      if (!state.readOnly) commit(travelled(state, position));
    },
    select: (keys, wires = []) => {
      const { document, selection, selectedWires } = store.getState();
      const nodes = present(new Set(keys), document.nodes);
      const chosenWires = present(new Set(wires), document.wires);
      if (isSame(nodes, selection) && isSame(chosenWires, selectedWires)) return;
      store.setState({ selection: nodes, selectedWires: chosenWires });
    },
    markSaved: () => store.setState((state) => ({ savedAt: state.past.length })),
  };
};

const present = (keys: ReadonlySet<string>, held: Record<string, unknown>): ReadonlySet<string> => {
  const left = [...keys].filter((key) => held[key] !== undefined);
  return left.length === keys.size ? keys : new Set(left);
};

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((key) => b.has(key));
