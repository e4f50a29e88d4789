import { sql } from 'kysely';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { within } from '../platform/within.ts';
import { type Bus, type BusTopics, createSubscriptions } from './bus.ts';
import { type KeptClient, keepConnection } from './kept-connection.ts';

/**
 * The bus over NOTIFY: one channel for all processes, one for each. Messages of a turn travel together, in envelopes that are numbered by their
 * sender, so that one which was sent again after a lost connection counts once. What is too large for a notification lies in a table
 * (unlogged, since nothing depends on it), and the notification says so.
 */
interface Envelope {
  from: string;
  /** Counts up for each sender; without it the envelope was announced by a transaction. */
  number?: number;
  /** Absent: the envelope's messages are in `bus_messages` under this number or key. */
  messages?: Message[];
  key?: string;
}
type Message = { [T in keyof BusTopics]: [topic: T, message: BusTopics[T]] }[keyof BusTopics];

/** Bytes of a notification's own text; PostgreSQL takes up to 8,000. */
const inlineBytes = 7000;
/** Of one statement. */
const batch = { envelopes: 500, bytes: 8 * 1024 * 1024 } as const;
/** Messages of a process that cannot reach the database. */
const waitingBytes = 128 * 1024 * 1024;
const retryPause = 500;
/** Milliseconds for what waits to be sent when the process ends. */
const farewell = 500;
/** Milliseconds that a large message is kept for whoever is slow, and between two clearings. */
const kept = { lifetime: 60_000, interval: 30_000 } as const;

const everyone = 'millrace_all';
const channelOf = (processId: string): string => `millrace_${processId}`;

interface Outgoing {
  channel: string;
  /** JSON of a Message. */
  texts: string[];
  bytes: number;
}

const notify = `
  with stored as (
    insert into bus_messages (key, body, created_at)
    select key, body, (extract(epoch from clock_timestamp()) * 1000)::bigint from unnest($3::text[], $4::text[]) as large (key, body)
    on conflict do nothing
  )
  select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as small (channel, payload)`;

export const createPostgresBus = async (options: {
  url: string;
  processId: string;
  log: Log;
  /** Of messages that wait for the database; what is more is dropped. */
  mostWaiting?: number;
}): Promise<Bus> => {
  const { url, processId, log, mostWaiting = waitingBytes } = options;
  const subscriptions = createSubscriptions((error) => log.error({ err: error }, 'A message could not be handled'));
  const { deliver } = subscriptions;
  const own = channelOf(processId);

  const outbox: Outgoing[] = [];
  let outboxBytes = 0;
  let sent = 0;
  /** Since all that waited was sent last. */
  let dropped = 0;
  /** Envelopes at the front of the outbox that have been tried: they keep their numbers, so nothing is added to them. */
  let sealed = 0;
  let sending: Promise<void> = Promise.resolve();
  let isSending = false;
  let isDue = false;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  const inbox: pg.Notification[] = [];
  let isReading = false;
  const lastNumbers = new Map<string, number>();

  const post = (channel: string, topic: keyof BusTopics, message: unknown): void => {
    const text = JSON.stringify([topic, message]);
    const bytes = Buffer.byteLength(text) + 1;
    if (outboxBytes + bytes > mostWaiting) {
      if (dropped === 0)
        log.error({ topic }, 'Messages to other processes are dropped: too many wait for the database');
      dropped += 1;
      return;
    }
    outboxBytes += bytes;
    const last = outbox.length > sealed ? outbox.at(-1) : undefined;
    if (last?.channel === channel && last.bytes + bytes <= inlineBytes) {
      last.texts.push(text);
      last.bytes += bytes;
    } else {
      outbox.push({ channel, texts: [text], bytes });
    }
    wake();
  };

  /** Everything of a turn is sent together. */
  const wake = (): void => {
    if (isSending || isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      sending = sendAll();
    });
  };

  /** Until nothing waits, or the connection is lost: then `onOpen` goes on. */
  const sendAll = async (): Promise<void> => {
    const client = connection.client();
    if (isSending || !client) return;
    isSending = true;
    try {
      while (outbox.length > 0) await sendSome(client);
      if (dropped > 0) log.error({ dropped }, 'Messages to other processes are sent again; so many were dropped');
      dropped = 0;
    } catch (error) {
      log.debug({ err: error }, 'Messages to other processes wait for the database');
      clearTimeout(retry);
      retry = setTimeout(wake, retryPause);
      retry.unref();
    }
    isSending = false;
  };

  const sendSome = async (client: KeptClient): Promise<void> => {
    let bytes = 0;
    let count = 0;
    for (const { bytes: size } of outbox) {
      if (count > 0 && (count >= batch.envelopes || bytes + size > batch.bytes)) break;
      bytes += size;
      count += 1;
    }
    sealed = Math.max(sealed, count);
    await client.query({ name: 'notify', text: notify, values: statementOf(outbox.slice(0, count)) });
    outbox.splice(0, count);
    sealed -= count;
    outboxBytes -= bytes;
    sent += count;
  };

  const statementOf = (envelopes: readonly Outgoing[]): string[][] => {
    const channels: string[] = [];
    const payloads: string[] = [];
    const keys: string[] = [];
    const bodies: string[] = [];
    for (const [index, { channel, texts, bytes }] of envelopes.entries()) {
      const number = sent + index + 1;
      const messages = `[${texts.join(',')}]`;
      const head = `{"from":"${processId}","number":${number}`;
      channels.push(channel);
      if (bytes <= inlineBytes) {
        payloads.push(`${head},"messages":${messages}}`);
        continue;
      }
      const key = `${processId}/${number}`;
      keys.push(key);
      bodies.push(messages);
      payloads.push(`${head},"key":"${key}"}`);
    }
    return [channels, payloads, keys, bodies];
  };

  /** One after another, so that a large message that has to be fetched is not overtaken. */
  const read = async (client: KeptClient): Promise<void> => {
    if (isReading) return;
    isReading = true;
    for (let next = inbox.shift(); next; next = inbox.shift()) {
      try {
        await open(client, next);
      } catch (error) {
        log.warn({ err: error }, 'A message of another process could not be read');
      }
    }
    isReading = false;
  };

  const open = async (client: KeptClient, { channel, payload }: pg.Notification): Promise<void> => {
    const { from, number, messages, key } = JSON.parse(payload ?? '') as Envelope;
    if (from === processId) return;
    if (number !== undefined) {
      if (number <= (lastNumbers.get(from) ?? 0)) return;
      lastNumbers.set(from, number);
    }
    for (const [topic, message] of messages ?? (await fetchLarge(client, channel, key ?? ''))) deliver(topic, message);
  };

  const fetchLarge = async (client: KeptClient, channel: string, key: string): Promise<Message[]> => {
    const text =
      channel === own
        ? 'delete from bus_messages where key = $1 returning body'
        : 'select body from bus_messages where key = $1';
    const { rows } = await client.query<{ body: string }>(text, [key]);
    if (!rows[0]) throw new Error('A large message was cleared before it could be read');
    return JSON.parse(rows[0].body) as Message[];
  };

  let wasOpen = false;
  const connection = await keepConnection({
    url,
    name: `millrace-bus/${processId}`,
    log,
    onLost: () => {},
    onNotification(client, notification) {
      inbox.push(notification);
      void read(client);
    },
    async onOpen(client) {
      await client.query(`listen "${everyone}"; listen "${own}"`);
      setImmediate(() => {
        if (isClosed) return;
        if (wasOpen) subscriptions.tellGap();
        wasOpen = true;
        wake();
      });
    },
  });

  const clearing = setInterval(() => {
    connection
      .client()
      ?.query(
        'delete from bus_messages where created_at < (extract(epoch from clock_timestamp()) * 1000)::bigint - $1::bigint',
        [kept.lifetime],
      )
      .catch((error: unknown) => log.debug({ err: error }, 'Old messages could not be cleared'));
  }, kept.interval);
  clearing.unref();

  let announced = 0;
  return {
    processId,
    send(to, topic, message) {
      if (to === processId) queueMicrotask(() => deliver(topic, message));
      else post(channelOf(to), topic, message);
    },
    broadcast: (topic, message) => post(everyone, topic, message),
    async announce(transaction, topic, message) {
      const messages = JSON.stringify([[topic, message]]);
      if (Buffer.byteLength(messages) <= inlineBytes) {
        await sql`select pg_notify(${everyone}, ${`{"from":"${processId}","messages":${messages}}`})`.execute(
          transaction,
        );
        return;
      }
      announced += 1;
      const key = `${processId}/announced/${announced}`;
      await sql`insert into bus_messages (key, body, created_at)
        values (${key}, ${messages}, (extract(epoch from clock_timestamp()) * 1000)::bigint)`.execute(transaction);
      await sql`select pg_notify(${everyone}, ${`{"from":"${processId}","key":"${key}"}`})`.execute(transaction);
    },
    on: subscriptions.on,
    onGap: subscriptions.onGap,
    async close() {
      clearInterval(clearing);
      clearTimeout(retry);
      if (isDue) await new Promise<void>((resolve) => setImmediate(resolve));
      await within(farewell, sending);
      isClosed = true;
      subscriptions.clear();
      await connection.close();
    },
  };
};
