import { setTimeout as pause } from 'node:timers/promises';
import { type ChaosPath, chaosPaths } from './workflows.testing.ts';

/** Callers that call webhooks one after the other, each call with an id of its own, and keep count of what was accepted. */
export interface Load {
  /** Id → path of the calls that were answered with 2xx. */
  readonly accepted: ReadonlyMap<string, ChaosPath>;
  /** Ids of the calls that were told to try again. */
  readonly refused: ReadonlySet<string>;
  /** Calls that were refused or broke off: each may have started an execution or not, but never two. */
  readonly unanswered: number;
  /** Lets the calls under way end. */
  stop(): Promise<void>;
}

/** Between the calls of a caller, so that the machine has something left for what is tried. */
const breath = 20;
/** A caller does not wait for ever for a server that has gone. */
const patience = 10_000;

export const startLoad = (options: {
  /** Addresses of the servers, without a slash at the end. */
  servers: readonly string[];
  callers: number;
  random: () => number;
  /** Makes ids that no other load has. */
  prefix: string;
}): Load => {
  const { servers, callers, random, prefix } = options;
  const accepted = new Map<string, ChaosPath>();
  const refused = new Set<string>();
  let unanswered = 0;
  let count = 0;
  let stopped = false;

  const call = async () => {
    const id = `${prefix}-${++count}`;
    const path = chaosPaths[Math.floor(random() * chaosPaths.length)] as ChaosPath;
    const server = servers[Math.floor(random() * servers.length)];
    try {
      const response = await fetch(`${server}/webhook/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
        signal: AbortSignal.timeout(patience),
      });
      await response.text();
      if (response.ok) accepted.set(id, path);
      else unanswered++;
      if (response.status === 503) refused.add(id);
    } catch {
      unanswered++;
    }
  };
  const keepCalling = async () => {
    while (!stopped) {
      await call();
      await pause(breath);
    }
  };
  const ended = Promise.all(Array.from({ length: callers }, keepCalling));

  return {
    accepted,
    refused,
    get unanswered() {
      return unanswered;
    },
    async stop() {
      stopped = true;
      await ended;
    },
  };
};
