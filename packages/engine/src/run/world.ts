import type { TaskData } from '@millrace/contract/data';
import type { CustomExecutionData, HostServices } from '../node-api/context.ts';
import type { WebhookResponse } from '../node-api/http.ts';
import { CustomData } from './custom-data.ts';

/** What a node run may reach of the world around it. */
export interface World {
  readonly host: HostServices;
  /** False in replay: the uses of sub-nodes are recorded already. */
  readonly hasSubNodes: boolean;
  readonly customData: CustomExecutionData;
  staticData(key: string): Record<string, unknown>;
  respond(response: WebhookResponse): void;
  log(node: string, values: unknown[]): void;
}

export const outOfReach = () =>
  Promise.reject(new Error('A node that keeps state cannot do this: it is called again in replay'));

/**
 * The world of a node that is called again in replay, to rebuild its state: nothing that it does reaches anyone, and its time is that of its record.
 * @param random of the host
 */
export const worldInReplay = ({ startTime }: TaskData, random: () => number): World => {
  const staticData: Record<string, unknown> = {};
  return {
    host: {
      now: () => startTime,
      random,
      sleep: () => Promise.resolve(),
      http: outOfReach,
      binary: { write: outOfReach, read: outOfReach },
      callWorkflow: outOfReach,
    },
    hasSubNodes: false,
    customData: new CustomData({}),
    staticData: () => staticData,
    respond: () => {},
    log: () => {},
  };
};
