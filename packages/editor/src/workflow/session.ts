import { followActivation } from './activation.ts';
import { createDraftId, type DraftId } from './draft-id.ts';
import { createPanelState, type PanelState } from './panel-state.ts';
import { createRunFollower, type RunFollower } from './run.ts';
import { createSaveQueue, type SaveQueue } from './save.ts';
import { followStaleness } from './stale-marks.ts';
import {
  createDocumentActions,
  createWorkflowStore,
  type DocumentActions,
  type StoredState,
  type WorkflowStore,
} from './store.ts';
import type { WorkflowDocument, WorkflowState } from './types.ts';

/**
 * One workflow that is open: its document with its history, what is saved of it, and the run that is shown on it. Made when it is opened and
 * disposed of when it is left; actions are given it, and components find it in their context. Several live side by side and share nothing.
 */
export interface WorkflowSession extends DocumentActions {
  readonly store: WorkflowStore;
  /** The present state. */
  state(): WorkflowState;
  readonly saves: SaveQueue;
  readonly runs: RunFollower;
  readonly panel: PanelState;
  readonly draftId: DraftId;
  /** Ends what it listens to. Saves under way come to their end. */
  dispose(): void;
}

export const openSession = (document: WorkflowDocument, stored?: StoredState): WorkflowSession => {
  const store = createWorkflowStore(document, stored);
  const actions = createDocumentActions(store);
  const panel = createPanelState();
  const draftId = createDraftId();
  const saves = createSaveQueue(store, actions, draftId);
  const runs = createRunFollower({ store, saves, panel });
  const ends = [followStaleness(store), followActivation(store), () => runs.dispose()];
  return {
    ...actions,
    store,
    state: store.getState,
    saves,
    runs,
    panel,
    draftId,
    dispose: () => {
      for (const end of ends) end();
    },
  };
};
