import type { Kysely } from 'kysely';
import type { ApiKeys } from '../api-keys/service.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Bus } from '../processes/bus.ts';
import type { EventStreams } from '../push/event-streams.ts';
import { identityOfStreams } from '../users/access.ts';
import { findLivingSessions } from './store.ts';

/** Milliseconds between two looks. */
const interval = 60_000;

/**
 * Event streams end with the session or API key that opened them. Processes tell each other at once; what is lost on the way, and what just expires, is
 * found by looking.
 *
 * @returns `look`: ends what belongs to sessions and keys that are gone
 */
export const watchStreams = (options: {
  db: Kysely<Database>;
  clock: Clock;
  streams: Pick<EventStreams, 'owners' | 'endOf'>;
  apiKeys: Pick<ApiKeys, 'findLiving'>;
  bus: Pick<Bus, 'onGap'>;
  log: Log;
}): { look(): Promise<void>; close(): void } => {
  const { db, clock, streams, apiKeys, bus, log } = options;

  const look = async (): Promise<void> => {
    const owners = [...streams.owners()].flatMap((owner) => {
      const identity = identityOfStreams(owner);
      return identity ? [{ owner, ...identity }] : [];
    });
    const gone: string[] = [];
    for (const [kind, findLiving] of [
      ['session', (ids: string[]) => findLivingSessions(db, ids, clock.now())],
      ['key', apiKeys.findLiving],
    ] as const) {
      const some = owners.filter((one) => one.kind === kind);
      if (some.length === 0) continue;
      const living = await findLiving(some.map(({ id }) => id));
      gone.push(...some.filter(({ id }) => !living.has(id)).map(({ owner }) => owner));
    }
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
