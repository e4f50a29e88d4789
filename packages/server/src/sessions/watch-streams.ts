import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../processes/bus.ts';
import type { EventStreams } from '../push/event-streams.ts';
import { sessionOfStreams } from '../users/access.ts';
import { findLivingSessions } from './store.ts';

/** Milliseconds between two looks. */
const interval = 60_000;

/**
 * Event streams end with their session. Processes tell each other at once; what is lost on the way, and sessions that just expire, are found by looking.
 *
 * @returns `look`: ends what belongs to sessions that are gone
 */
export const watchStreams = (options: {
  db: Kysely<Database>;
  clock: Clock;
  streams: Pick<EventStreams, 'owners' | 'endOf'>;
  bus: Pick<Bus, 'onGap'>;
  log: Log;
}): { look(): Promise<void>; close(): void } => {
  const { db, clock, streams, bus, log } = options;

  const look = async (): Promise<void> => {
    const sessions = new Map<string, string>();
    for (const owner of streams.owners()) {
      const id = sessionOfStreams(owner);
      if (id !== undefined) sessions.set(id, owner);
    }
    if (sessions.size === 0) return;
    const living = await findLivingSessions(db, [...sessions.keys()], clock.now());
    const gone = [...sessions].filter(([id]) => !living.has(id)).map(([, owner]) => owner);
    if (gone.length > 0) streams.endOf(gone);
  };

  const lookSafely = (): void =>
    void look().catch((error: unknown) => log.warn({ err: error }, 'Sessions of event streams could not be read'));

  const timer = setInterval(lookSafely, interval);
  timer.unref();
  const ignoreGaps = bus.onGap(lookSafely);
  return {
    look,
    close() {
      clearInterval(timer);
      ignoreGaps();
    },
  };
};
