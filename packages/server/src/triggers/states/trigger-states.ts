import type { TriggerState } from '@millrace/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Push } from '../../push/push.ts';

/** How triggers do: kept in the database, since any process may be asked, and told to open editors. */
export interface TriggerStates {
  /** Null: there is nothing to say of it any more. Never rejects: it is a view of what happens. */
  set(about: TriggerPart, state: NewState | null): Promise<void>;
  of(workflowId: number): Promise<TriggerState[]>;
  /** What was said is stored. */
  settled(): Promise<void>;
}

export interface TriggerPart {
  workflowId: number;
  node: string;
  part: TriggerState['part'];
}

export interface NewState {
  status: TriggerState['status'];
  message?: string;
  /** Epoch milliseconds. */
  nextTry?: number;
}

const longestMessage = 1000;

/** Of workflows that are gone nothing is kept, and of inactive ones only what could not be taken back. */
const isWanted = (part: TriggerPart['part']) => (part === 'registration' ? sql`1 = 1` : sql`active = 1`);

export const createTriggerStates = (options: {
  db: Kysely<Database>;
  clock: Clock;
  push: Pick<Push, 'tell'>;
  log: Log;
}): TriggerStates => {
  const { db, clock, push, log } = options;
  let last: Promise<unknown> = Promise.resolve();

  const remove = async ({ workflowId, node, part }: TriggerPart): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('trigger_states')
      .where('workflow_id', '=', workflowId)
      .where('node', '=', node)
      .where('part', '=', part)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  };

  const write = async ({ workflowId, node, part }: TriggerPart, state: NewState): Promise<boolean> => {
    const { status, message = null, nextTry = null } = state;
    const text = message === null ? null : message.slice(0, longestMessage);
    const { numAffectedRows = 0n } = await sql`
      insert into trigger_states (workflow_id, node, part, status, since, message, next_try)
      select id, ${node}, ${part}, ${status}, ${clock.now()}, ${text}, ${nextTry}
      from workflows where id = ${workflowId} and ${isWanted(part)}
      on conflict (workflow_id, node, part) do update set
        since = case when trigger_states.status = excluded.status then trigger_states.since else excluded.since end,
        status = excluded.status, message = excluded.message, next_try = excluded.next_try
    `.execute(db);
    return numAffectedRows > 0n;
  };

  return {
    /** One after the other, so that what was said last stays. */
    set(about, state) {
      const done = last.then(async () => {
        const isChanged = await (state === null ? remove(about) : write(about, state));
        if (isChanged)
          push.tell(about.workflowId, { type: 'triggersChanged', data: { workflowId: String(about.workflowId) } });
      });
      last = done.catch((error: unknown) =>
        log.debug({ err: error, ...about }, 'The state of a trigger could not be stored'),
      );
      return last as Promise<void>;
    },

    async of(workflowId) {
      const rows = await db
        .selectFrom('trigger_states')
        .selectAll()
        .where('workflow_id', '=', workflowId)
        .orderBy('node')
        .orderBy('part')
        .execute();
      return rows.map(({ node, part, status, since, message, next_try }) => ({
        node,
        part,
        status,
        since: new Date(since).toISOString(),
        ...(message !== null && { message }),
        ...(next_try !== null && { nextTry: new Date(next_try).toISOString() }),
      }));
    },

    settled: () => last as Promise<void>,
  };
};
