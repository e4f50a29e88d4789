/** Reads the new mails of a mailbox, now and whenever there are some. */
import type { ListenContext } from '@millrace/engine/node-api';
import type { ImapFlow, SearchObject } from 'imapflow';
import { type MessageFormat, toItem } from './messages.ts';
import type { SearchRules } from './search.ts';

export interface Watch extends MessageFormat {
  mailbox: string;
  rules: SearchRules;
  marksAsRead: boolean;
  /** Mails of an execution. */
  batch: number;
  /** Whether a mail that was read once is never read again, whatever the rules say. */
  keepsPlace: boolean;
  /** Milliseconds after which the connection is made anew. Undefined: it is kept. */
  longest: number | undefined;
}

/**
 * How far the trigger has read, stored in one transaction with the execution that the mails start. UIDs grow as long as the validity of the mailbox is the
 * same.
 */
interface Place {
  lastMessageUid?: number;
  uidValidity?: string;
  /** Mails whose execution is stored, and that may not be marked as read yet. */
  unmarked?: number[];
}

type Context = Pick<ListenContext, 'emit' | 'staticData' | 'binary' | 'signal' | 'connected'>;

/** All rules must hold; the library knows of no `and`. */
const findUids = async (client: ImapFlow, rules: SearchRules, after: number): Promise<number[]> => {
  const searchOne = async (rule: SearchObject): Promise<Set<number>> => {
    const found = await client.search({ uid: `${after + 1}:*`, ...rule }, { uid: true });
    return new Set(Array.isArray(found) ? found : []);
  };
  let common: number[] | undefined;
  for (const rule of rules) {
    const found = await searchOne(rule);
    common = common ? common.filter((uid) => found.has(uid)) : [...found];
    if (common.length === 0) break;
  }
  // `n:*` has the last mail even where that is older.
  return (common ?? []).filter((uid) => uid > after).sort((a, b) => a - b);
};

/** News of the mailbox, the end of the connection, or the time at which it is made anew. */
const untilNews = (client: ImapFlow, until: number | undefined): { news(): Promise<boolean>; end(): void } => {
  let isNew = false;
  let isOver = false;
  let wake = () => {};
  const hear = () => {
    isNew = true;
    wake();
  };
  const finish = () => {
    isOver = true;
    wake();
  };
  client.on('exists', hear);
  client.on('close', finish);
  const timer = until === undefined ? undefined : setTimeout(finish, until);
  return {
    async news() {
      while (!isNew && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      isNew = false;
      return !isOver;
    },
    end() {
      clearTimeout(timer);
      client.off('exists', hear);
      client.off('close', finish);
    },
  };
};

const markAsRead = async (client: ImapFlow, uids: readonly number[]): Promise<void> => {
  if (uids.length > 0) await client.messageFlagsAdd(uids.join(','), ['\\Seen'], { uid: true });
};

const readBatch = async (context: Context, client: ImapFlow, watch: Watch, uids: readonly number[]) => {
  const items = [];
  for (const uid of uids) {
    const message = await client.fetchOne(String(uid), { source: true }, { uid: true });
    // It was deleted meanwhile.
    if (message === false || !message.source) continue;
    items.push(await toItem(context.binary, message.source, uid, watch));
  }
  return items;
};

const readNews = async (context: Context, client: ImapFlow, watch: Watch): Promise<void> => {
  const place = context.staticData('node') as Place;
  const uids = await findUids(client, watch.rules, watch.keepsPlace ? (place.lastMessageUid ?? 0) : 0);
  for (let from = 0; from < uids.length; from += watch.batch) {
    const batch = uids.slice(from, from + watch.batch);
    const items = await readBatch(context, client, watch, batch);
    if (watch.keepsPlace) {
      place.lastMessageUid = batch.at(-1);
      if (watch.marksAsRead) place.unmarked = batch;
    }
    const key = `${watch.mailbox} ${place.uidValidity} ${batch.join(',')}`;
    if (items.length > 0) await context.emit(items, watch.keepsPlace ? { key } : {});
    if (watch.marksAsRead) await markAsRead(client, batch);
    delete place.unmarked;
  }
};

/** @throws what ends the connection */
export const watchMailbox = async (context: Context, client: ImapFlow, watch: Watch): Promise<void> => {
  const { uidValidity } = await client.mailboxOpen(watch.mailbox);
  const place = context.staticData('node') as Place;
  const validity = String(uidValidity);
  // Numbers of another life of the mailbox say nothing. Public workflows bring a number alone.
  if (place.uidValidity !== undefined && place.uidValidity !== validity) {
    delete place.lastMessageUid;
    delete place.unmarked;
  }
  place.uidValidity = validity;
  const watching = untilNews(client, watch.longest);
  try {
    await markAsRead(client, place.unmarked ?? []);
    context.connected();
    do await readNews(context, client, watch);
    while (await watching.news());
    if (!client.usable && !context.signal.aborted) throw new Error('The connection was closed');
  } finally {
    watching.end();
  }
};
