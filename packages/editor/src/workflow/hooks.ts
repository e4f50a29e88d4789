import { useStore } from 'zustand';
import { isDirty } from './history.ts';
import { workflowStore } from './store.ts';
import type { DocumentNode, NodeKey, NodeRunState, WorkflowState } from './types.ts';

/** Renders again only when what the selector gives is another value: select the smallest slice, never a new object. */
export const useWorkflow = <T>(selector: (state: WorkflowState) => T): T => useStore(workflowStore, selector);

export const useNode = (key: NodeKey): DocumentNode | undefined => useWorkflow((state) => state.document.nodes[key]);

export const useNodeRun = (key: NodeKey): NodeRunState | undefined => useWorkflow((state) => state.run.nodes[key]);

export const useIsDirty = (): boolean => useWorkflow(isDirty);
