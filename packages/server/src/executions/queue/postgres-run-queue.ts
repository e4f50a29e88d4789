import type { Log } from '../../platform/log.ts';
import { within } from '../../platform/within.ts';
import { keepConnection } from '../../processes/kept-connection.ts';
import type { QueueLane, RunQueue, RunWork } from './run-queue.ts';

/**
 * The queue over the rows of executions. Its one connection hears that something was queued, and is the one to claim it on.
 */

/** Milliseconds: what was queued without being heard of is found after this. */
const pollInterval = 1000;
/** Milliseconds between two counts of what waits, and after a look that failed. */
const countInterval = 1000;
const failurePause = 500;
/** What is counted: more than any limit that is set is enough. */
const mostCounted = 100_000;
/** Executions that one statement claims. */
const mostClaimed = 200;

const channel = 'millrace_queue';
const lanes = ['production', 'manual'] as const satisfies QueueLane[];

const count = `
  select count(*)::integer as count from (
    select from executions where status = 'queued' and stopped_at is null limit ${mostCounted}) as waiting`;

/** Wakes one who waits, or the next to wait. */
const createBell = () => {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    /** Rings from here on count. */
    reset(): void {
      rung = Promise.withResolvers();
    },
    /** Resolves when it was rung, or after so many milliseconds. */
    async heard(milliseconds: number): Promise<void> {
      const timer = setTimeout(rung.resolve, milliseconds);
      await rung.promise;
      clearTimeout(timer);
    },
  };
};

export const createPostgresRunQueue = async (options: {
  url: string;
  processId: string;
  log: Log;
}): Promise<RunQueue> => {
  const { url, processId, log } = options;
  const bells = { production: createBell(), manual: createBell() };
  const isLane = (text: string | undefined): text is QueueLane => lanes.some((lane) => lane === text);
  let isWorking = false;

  const connection = await keepConnection({
    url,
    name: `millrace-queue/${processId}`,
    log,
    onLost: () => {},
    onNotification(_client, { payload }) {
      if (isLane(payload)) bells[payload].ring();
    },
    async onOpen(client) {
      if (isWorking) await client.query(`listen ${channel}`);
    },
  });

  let counted = 0;
  let counting: NodeJS.Timeout | undefined;
  const keepCounting = async (): Promise<void> => {
    try {
      const result = await connection.client()?.query<{ count: number }>({ name: 'count', text: count });
      counted = result?.rows[0]?.count ?? counted;
    } catch (error) {
      log.debug({ err: error }, 'The queue could not be counted');
    }
    if (isClosed) return;
    counting = setTimeout(() => void keepCounting(), countInterval);
    counting.unref();
  };
  let isClosed = false;
  await keepCounting();

  /** Rings of a turn are one, and go while the last are on their way no further than here. */
  const unrung = new Set<QueueLane>();
  let isRinging = false;
  const ringAll = async (): Promise<void> => {
    while (unrung.size > 0) {
      const rung = [...unrung];
      unrung.clear();
      const text = `select pg_notify('${channel}', lane) from unnest($1::text[]) as lane`;
      await connection.client()?.query({ name: 'ring', text, values: [rung] });
    }
  };

  /** @returns whether there may be more */
  const claimSome = async (lane: QueueLane, { reserve, giveBack, claim }: RunWork): Promise<boolean> => {
    const client = connection.client();
    const places = reserve(lane);
    if (places === 0) return true;
    let claimed = 0;
    const asked = Math.min(places, mostClaimed);
    try {
      if (!client) throw new Error('There is no connection to the database');
      claimed = await claim(client, lane, asked);
    } finally {
      giveBack(lane, places - claimed);
    }
    return claimed === asked;
  };

  const workOn = (lane: QueueLane, work: RunWork) => {
    const closed = Promise.withResolvers<void>();
    let isClosing = false;
    const bell = bells[lane];
    const loop = async (): Promise<void> => {
      while (!isClosing) {
        await Promise.race([work.whenFree(lane), closed.promise]);
        if (isClosing) return;
        bell.reset();
        try {
          if (!(await claimSome(lane, work))) await bell.heard(pollInterval);
        } catch (error) {
          log.debug({ err: error, lane }, 'Nothing can be taken from the queue now');
          await bell.heard(failurePause);
        }
      }
    };
    const ended = loop();
    return async (): Promise<void> => {
      isClosing = true;
      closed.resolve();
      bell.ring();
      await ended;
    };
  };

  let closeWork: (() => Promise<void>) | undefined;
  return {
    ring(lane, added) {
      counted += added;
      unrung.add(lane);
      if (isRinging) return;
      isRinging = true;
      ringAll()
        .catch((error: unknown) => log.debug({ err: error }, 'The queue could not be rung; it is looked at anyhow'))
        .finally(() => {
          isRinging = false;
        });
    },

    async work(work) {
      isWorking = true;
      await connection.client()?.query(`listen ${channel}`);
      const closers = lanes.map((lane) => workOn(lane, work));
      closeWork = async () => void (await Promise.all(closers.map((close) => close())));
      return { close: closeWork };
    },

    waiting: () => counted,

    async close() {
      isClosed = true;
      clearTimeout(counting);
      if (closeWork) await within(failurePause, closeWork());
      await connection.close();
    },
  };
};
