import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Duty } from '../leader-duties.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

const interval = 3_600_000;
/** After the start of the server other things come first. */
const firstPassAfter = 60_000;
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
  let timer: NodeJS.Timeout | undefined;

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

  const schedule = (milliseconds: number): void => {
    timer = setTimeout(async () => {
      await runOnce().catch((error: unknown) =>
        log.warn({ err: error }, 'Answers of data tables that nobody needs any more could not be deleted'),
      );
      if (timer) schedule(interval);
    }, milliseconds).unref();
  };

  return {
    runOnce,
    start() {
      if (!timer) schedule(firstPassAfter);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
