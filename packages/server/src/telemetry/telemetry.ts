import { createHash } from 'node:crypto';
import type { TelemetryEventName, TelemetryProperties } from '@millrace/contract';
import type { OwnRequests } from '../executions/outbound/own-requests.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { User } from '../users/access.ts';

const patience = 10_000;
const mostAtOnce = 100;
/** Of these the oldest go when the collector cannot be reached. */
const mostKept = 1000;
const longestPause = 300_000;

interface RecordedEvent<Name extends TelemetryEventName = TelemetryEventName> {
  name: Name;
  /** ISO text. */
  at: string;
  properties: TelemetryProperties[Name];
}

/** Passes on what is told of the use of the editor, where the operator collects it. Else it does nothing, and calls nobody. */
export interface Telemetry {
  isOn: boolean;
  /** @param user undefined: the server itself tells it */
  record(events: readonly RecordedEvent[], user?: Pick<User, 'id'>): void;
  /** Sends what is left, if the collector takes it at once. */
  close(): Promise<void>;
}

const nothing: Telemetry = { isOn: false, record: () => {}, close: async () => {} };

export const createTelemetry = (options: {
  /** Of the collector; empty: there is none. */
  url: string;
  version: string;
  instanceId: string;
  requests: Pick<OwnRequests, 'streamed'>;
  clock: Clock;
  log: Log;
  /** Milliseconds that events wait for others to be sent with. */
  pause?: number;
}): Telemetry => {
  const { url, version, instanceId, requests, clock, log, pause = 10_000 } = options;
  if (url === '') return nothing;
  let kept: object[] = [];
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let sending: Promise<void> | undefined;

  /** Tells people apart without saying who they are. */
  const nameOf = ({ id }: Pick<User, 'id'>): string =>
    createHash('sha256').update(`${instanceId} ${id}`).digest('hex').slice(0, 16);

  const post = async (events: readonly object[]): Promise<void> => {
    const body = JSON.stringify({ instanceId, version, sentAt: new Date(clock.now()).toISOString(), events });
    const signal = AbortSignal.timeout(patience);
    const headers = { 'content-type': 'application/json' };
    const answer = await requests.streamed(
      { method: 'POST', url, headers, body, timeout: patience, signal },
      undefined,
      0,
    );
    // A body that is left must have been begun.
    for await (const _ of answer.body) signal.throwIfAborted();
    if (answer.status >= 300) throw new Error(`it answered with ${answer.status}`);
  };

  const sendBatch = async (): Promise<void> => {
    const events = kept.slice(0, mostAtOnce);
    try {
      await post(events);
      kept = kept.filter((event) => !events.includes(event));
      failures = 0;
    } catch (error) {
      if (failures === 0) log.warn({ reason: (error as Error).message }, 'The collector of telemetry takes no events');
      failures += 1;
    }
  };

  const send = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendBatch().finally(() => {
      sending = undefined;
      if (kept.length > 0) sendLater();
    });
    return sending;
  };

  const sendLater = (): void => {
    timer ??= setTimeout(() => void send(), Math.min(pause * 2 ** failures, longestPause)).unref();
  };

  return {
    isOn: true,
    record(events, user) {
      kept = [...kept, ...events.map((event) => ({ ...event, user: user ? nameOf(user) : null }))].slice(-mostKept);
      if (kept.length >= mostAtOnce && failures === 0) void send();
      else if (kept.length > 0) sendLater();
    },
    async close() {
      await sending;
      if (kept.length > 0 && failures === 0) await send();
      clearTimeout(timer);
    },
  };
};
