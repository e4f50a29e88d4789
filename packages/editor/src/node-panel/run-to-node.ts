import type { NodeTypeDescription } from '@millrace/contract';
import type { WorkflowSession } from '../workflow/session.ts';
import type { NodeKey } from '../workflow/types.ts';
import { isTrigger } from './node-kind.ts';

/** A trigger that is switched off starts nothing, and a record of an execution does not run. */
export const canRunTo = (
  session: WorkflowSession,
  key: NodeKey,
  description: NodeTypeDescription | undefined,
): boolean => {
  const { readOnly, document } = session.state();
  return !readOnly && !(document.nodes[key]?.data.disabled && isTrigger(description));
};

/** Runs what leads to a node, and the node; a trigger starts the run itself. */
export const runToNode = (
  { runs }: WorkflowSession,
  key: NodeKey,
  description: NodeTypeDescription | undefined,
): void => void runs.start({ destinationNode: key, ...(isTrigger(description) ? { triggerNode: key } : {}) });
