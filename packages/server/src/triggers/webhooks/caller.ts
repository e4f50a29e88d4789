import type { WebhookResponse } from '@millrace/engine/node-api';
import type { FastifyReply } from 'fastify';
import type { EndedExecution, EnqueuedExecution } from '../../executions/types.ts';

const hungUp = Symbol('the caller has hung up');

/** @param result never rejects */
const orHangUp = <T>({ raw }: FastifyReply, result: Promise<T>): Promise<T | typeof hungUp> =>
  new Promise((resolve) => {
    if (raw.destroyed) return resolve(hungUp);
    const onClose = () => resolve(hungUp);
    raw.once('close', onClose);
    void result.then((value) => {
      raw.off('close', onClose);
      resolve(value);
    });
  });

/** What becomes of the execution that a caller waits for, as long as it does. */
export interface Awaited {
  /** Of a node, where one is awaited. */
  response?: WebhookResponse;
  /** Without a response. */
  ended?: EndedExecution;
}

/**
 * @param waitsForNode whether a node may answer before the end
 * @param abandon told when the caller has hung up; then there is nobody to answer
 * @returns undefined when the caller has hung up
 */
export const awaitResult = async (
  reply: FastifyReply,
  execution: EnqueuedExecution,
  waitsForNode: boolean,
  abandon: (executionId: number) => Promise<void>,
): Promise<Awaited | undefined> => {
  const response = waitsForNode ? await orHangUp(reply, execution.response) : undefined;
  if (response !== undefined && response !== hungUp) return { response };
  const ended = response === hungUp ? hungUp : await orHangUp(reply, execution.ended);
  if (ended !== hungUp) return { ended };
  await abandon(execution.executionId);
  reply.hijack();
  return undefined;
};
