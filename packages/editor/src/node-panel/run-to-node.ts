import type { NodeTypeDescription } from '@millrace/contract';
import { runWorkflow } from '../workflow/run.ts';
import { workflowStore } from '../workflow/store.ts';
import type { NodeKey } from '../workflow/types.ts';
import { isTrigger } from './node-kind.ts';

/** A trigger that is switched off starts nothing, and a record of an execution does not run. */
export const canRunTo = (key: NodeKey, description: NodeTypeDescription | undefined): boolean => {
  const { readOnly, document } = workflowStore.getState();
  return !readOnly && !(document.nodes[key]?.data.disabled && isTrigger(description));
};

/** Runs what leads to a node, and the node; a trigger starts the run itself. */
export const runToNode = (key: NodeKey, description: NodeTypeDescription | undefined): void =>
  void runWorkflow({ destinationNode: key, ...(isTrigger(description) ? { triggerNode: key } : {}) });
