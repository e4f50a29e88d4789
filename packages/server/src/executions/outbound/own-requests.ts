import { randomUUID } from 'node:crypto';
import type { Log } from '../../platform/log.ts';
import { createOutboundClient, type OutboundClient } from '../worker/outbound-client.ts';
import type { OutboundProcess } from './outbound-process.ts';

/** The serving process among those that make requests: what the instance itself asks others for goes the way that requests of nodes go. */
export interface OwnRequests extends Pick<OutboundClient, 'request' | 'streamed' | 'close'> {
  /** By which the outbound process knows whose requests they are. */
  readonly token: string;
}

export const createOwnRequests = ({ reach, log }: Pick<OutboundProcess, 'reach'> & { log: Log }): OwnRequests => {
  const token = randomUUID();
  const client = createOutboundClient(() => {
    reach(token).then(client.reachAt, (error: unknown) => {
      log.error({ err: error }, 'The outbound process could not be started');
      client.reachAt(null);
    });
  });
  return { ...client, token };
};
