import type { NodeTypeDescription } from '@millrace/contract';

export const isTrigger = (description: NodeTypeDescription | undefined): boolean =>
  description?.group.includes('trigger') ?? false;

/** Whether a node waits for a call from outside when it is run by hand. */
export const listensForCalls = (description: NodeTypeDescription | undefined): boolean =>
  isTrigger(description) && description?.hasWebhooks === true;
