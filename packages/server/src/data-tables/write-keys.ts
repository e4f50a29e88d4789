import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { createHourlyDuty, type Duty } from '../leader-duties.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** Milliseconds for which an answer is kept in any case: the row of an execution may be written with its end. */
const kept = 24 * 3_600_000;

const unfinished = ['queued', 'running', 'waiting'];

/** Forgets what nodes have written of executions that have ended: nothing of them will be asked for again. A duty of the leader. */
export const createWriteKeyPruning = (options: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
}): Duty & { runOnce(): Promise<number> } => {
  const { db, clock, log } = options;

  const runOnce = async (): Promise<number> => {
    const { numDeletedRows } = await db
      .deleteFrom('data_table_writes')
      .where('created_at', '<', clock.now() - kept)
      .where('execution_id', 'not in', (from) =>
        from.selectFrom('executions').select('id').where('status', 'in', unfinished),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  };

  return createHourlyDuty({
    runOnce,
    firstAfter: 60_000,
    failure: 'Answers of data tables that nobody needs any more could not be deleted',
    log,
  });
};
