import { limits, type WorkflowNode } from '@millrace/contract';

export type OnError = NonNullable<WorkflowNode['onError']>;

/** What happens when the node fails. Older workflows say it with `continueOnFail`. */
export const onErrorOf = (node: Pick<WorkflowNode, 'onError' | 'continueOnFail'>): OnError =>
  node.onError ?? (node.continueOnFail ? 'continueRegularOutput' : 'stopWorkflow');

/**
 * Changes of the node's keys for a choice. A workflow that only knows the older key keeps it as long as that can say the same.
 * @returns key → value; undefined takes the key away.
 */
export const onErrorChanges = (
  node: Pick<WorkflowNode, 'onError' | 'continueOnFail'>,
  chosen: OnError,
): Partial<Record<'onError' | 'continueOnFail', unknown>> => {
  const isOlder = node.onError === undefined && node.continueOnFail !== undefined;
  if (isOlder && chosen !== 'continueErrorOutput') {
    return { continueOnFail: chosen === 'continueRegularOutput' ? true : undefined };
  }
  return {
    onError: chosen === 'stopWorkflow' ? undefined : chosen,
    ...(node.continueOnFail !== undefined ? { continueOnFail: undefined } : {}),
  };
};

const clamp = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, Math.round(value)));

export const clampTries = (value: number): number => clamp(value, limits.retryMaxTries);
export const clampWait = (value: number): number => clamp(value, limits.retryWait);
