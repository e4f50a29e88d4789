import type { NodeTypeDescription } from '@millrace/contract';
import { runWorkflow } from '../workflow/run.ts';
import type { NodeKey } from '../workflow/types.ts';
import { isTrigger } from './node-kind.ts';

/** Runs what leads to a node, and the node; a trigger starts the run itself. */
export const runToNode = (key: NodeKey, description: NodeTypeDescription | undefined): void =>
  void runWorkflow({ destinationNode: key, ...(isTrigger(description) ? { triggerNode: key } : {}) });
