import { emptyDocument } from '@millrace/contract';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isDirty } from './history.ts';
import type { NodeCreatorRequest } from './panel-state.ts';
import type { WorkflowSession } from './session.ts';
import { openedState } from './store.ts';
import type { DocumentNode, NodeKey, NodeRunState, WorkflowState } from './types.ts';

/** The workflow that the components below belong to; null where none is open. */
export const SessionContext = createContext<WorkflowSession | null>(null);

/** The session that is open here, for parts of the page that are there without one as well. */
export const useOpenSession = (): WorkflowSession | null => useContext(SessionContext);

export const useSession = (): WorkflowSession => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no open workflow around this component');
  return session;
};

/** Renders again only when what the selector gives is another value: select the smallest slice, never a new object. */
export const useWorkflow = <T>(selector: (state: WorkflowState) => T): T => useStore(useSession().store, selector);

/** The same of a session that is handed over. */
export const useWorkflowOf = <T>(session: WorkflowSession, selector: (state: WorkflowState) => T): T =>
  useStore(session.store, selector);

const nothingOpen = createStore<WorkflowState>(() => openedState(emptyDocument()));

/** The same where no workflow may be open: then of an empty one that is not stored. */
export const useOpenWorkflow = <T>(selector: (state: WorkflowState) => T): T =>
  useStore(useOpenSession()?.store ?? nothingOpen, selector);

export const useNode = (key: NodeKey): DocumentNode | undefined => useWorkflow((state) => state.document.nodes[key]);

export const useNodeRun = (key: NodeKey): NodeRunState | undefined => useWorkflow((state) => state.run.nodes[key]);

export const useIsDirty = (): boolean => useWorkflow(isDirty);

export const useOpenNode = (): NodeKey | null => useStore(useSession().panel.store, (state) => state.node);

/** Undefined unless a run was refused for what this node lacks; another object for each time. */
export const useRefusal = (node: NodeKey): object | undefined =>
  useStore(useSession().panel.store, ({ refused }) => (refused?.node === node ? refused : undefined));

export const useShowsVersions = (): boolean => useStore(useSession().panel.store, (state) => state.versions);

export const useNodeCreatorRequest = (): NodeCreatorRequest | null =>
  useStore(useSession().panel.store, (state) => state.creator);
