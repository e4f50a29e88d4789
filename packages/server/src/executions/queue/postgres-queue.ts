import type { Log } from '../../platform/log.ts';
import { keepConnection } from '../../processes/kept-connection.ts';
import { claimQueued } from '../store/postgres-claims.ts';
import { type ExecutionQueue, isCounted, type QueueEntry } from './execution-queue.ts';
import { type SlotKind, slotKindOf, slotKinds } from './slots.ts';

/**
 * The queue that processes share: the rows themselves, of which each process claims as many as it has slots for. Its one connection hears that
 * something was queued, over NOTIFY after the commit, and is the one to claim it on. A notification may be lost, so one looks once a second anyhow.
 */

/** Milliseconds. */
const lookEvery = 1000;
const countEvery = 1000;
/** What is counted: more than any limit that is set is enough. */
const mostCounted = 100_000;
const channel = 'millrace_queue';

const count = `
  select count(*) filter (where mode <> 'manual')::integer as production, count(*) filter (where mode = 'manual')::integer as manual from (
    select mode from executions where status = 'queued' and stopped_at is null and mode <> 'integrated' limit ${mostCounted}) as waiting`;

type Counts = Record<SlotKind, number>;

const isKind = (text: string | undefined): text is SlotKind => slotKinds.some((kind) => kind === text);

export const createPostgresQueue = async (options: {
  url: string;
  processId: string;
  log: Log;
}): Promise<ExecutionQueue> => {
  const { url, processId, log } = options;
  const handlers: ((kind: SlotKind) => void)[] = [];
  const connection = await keepConnection({
    url,
    name: `millrace-queue/${processId}`,
    log,
    onLost: () => {},
    onNotification(_client, { payload }) {
      if (isKind(payload)) for (const handler of handlers) handler(payload);
    },
    async onOpen(client) {
      if (handlers.length > 0) await client.query(`listen ${channel}`);
    },
  });

  /** Counted every second; what this process adds and claims is counted at once. */
  let counted: Counts = { production: 0, manual: 0 };
  let counting: NodeJS.Timeout | undefined;
  let isClosed = false;
  const keepCounting = async (): Promise<void> => {
    try {
      const result = await connection.client()?.query<Counts>({ name: 'count', text: count });
      counted = { ...(result?.rows[0] ?? counted) };
    } catch (error) {
      log.debug({ err: error }, 'The queue could not be counted');
    }
    if (isClosed) return;
    counting = setTimeout(() => void keepCounting(), countEvery);
    counting.unref();
  };
  await keepCounting();

  /** Kinds of which the processes are to be told; those of a turn are told together, and once while the last are on their way. */
  const untold = new Set<SlotKind>();
  let isTelling = false;
  const tellAll = async (): Promise<void> => {
    while (untold.size > 0) {
      const kinds = [...untold];
      untold.clear();
      const text = `select pg_notify('${channel}', kind) from unnest($1::text[]) as kind`;
      await connection.client()?.query({ name: 'notify', text, values: [kinds] });
    }
  };
  const tell = (kinds: Iterable<SlotKind>): void => {
    for (const kind of kinds) untold.add(kind);
    if (isTelling || untold.size === 0) return;
    isTelling = true;
    tellAll()
      .catch((error: unknown) =>
        log.debug({ err: error }, 'Processes could not be told of the queue; they look anyhow'),
      )
      .finally(() => {
        isTelling = false;
      });
  };

  return {
    add(entries: readonly QueueEntry[]) {
      for (const { mode } of entries) if (isCounted(mode)) counted[slotKindOf(mode)]++;
      tell(entries.map(({ mode }) => slotKindOf(mode)));
    },
    remove: () => {},
    async claim(kind, most, shares) {
      const client = connection.client();
      if (!client) throw new Error('There is no connection to the database');
      const claimed = await claimQueued(client, { processId, isManual: kind === 'manual', most, shares });
      const fewer = claimed.filter(({ mode }) => isCounted(mode)).length;
      counted[kind] = Math.max(0, counted[kind] - fewer);
      return claimed;
    },
    refill: async () => tell(slotKinds),
    async listen(handler) {
      handlers.push(handler);
      await connection.client()?.query(`listen ${channel}`);
    },
    lookEvery,
    waiting: (kind) => counted[kind],
    async close() {
      isClosed = true;
      clearTimeout(counting);
      await connection.close();
    },
  };
};
