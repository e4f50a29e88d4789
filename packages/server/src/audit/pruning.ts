import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { createHourlyDuty, type Duty } from '../leader-duties.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { deleteAuditEventsBefore } from './store.ts';

const day = 86_400_000;
const rowsAtOnce = 1000;

/** Deletes events of the audit list that are too old; a duty of the leader. */
export const createAuditPruning = (options: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  config: Pick<Config, 'auditMaxAge'>;
}): Duty & { runOnce(): Promise<number> } => {
  const { db, clock, log, config } = options;

  const runOnce = async (): Promise<number> => {
    if (config.auditMaxAge === 0) return 0;
    const before = clock.now() - config.auditMaxAge * day;
    let total = 0;
    for (;;) {
      const deleted = await deleteAuditEventsBefore(db, before, rowsAtOnce);
      total += deleted;
      if (deleted < rowsAtOnce) return total;
    }
  };

  return createHourlyDuty({
    runOnce,
    firstAfter: 30_000,
    failure: 'Old audit events could not be deleted',
    log,
  });
};
