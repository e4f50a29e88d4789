import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { claimTime } from './claims.ts';
import type { Registration } from './store.ts';

/** What is to be registered and to be taken back, as rows. */

type Db = Kysely<Database>;

/** What is to be registered of a workflow. */
export interface WantedRegistration {
  node: string;
  digest: string;
}

/** From a state in which nothing was said to the service yet there is nothing to take back. */
const leave = async (db: Db, ids: readonly number[], tryAt: number): Promise<void> => {
  if (ids.length === 0) return;
  await db.deleteFrom('registrations').where('id', 'in', ids).where('subject', 'is', null).execute();
  await db
    .updateTable('registrations')
    .set({ state: 'leaving', try_at: tryAt, failures: 0, failure: null })
    .where('id', 'in', ids)
    .where('state', '<>', 'leaving')
    .execute();
};

const insert = (
  db: Db,
  row: { workflow_id: number | null; node: string; digest: string; test: string | null },
  tryAt: number,
) =>
  db
    .insertInto('registrations')
    .values({ ...row, state: 'wanted', try_at: tryAt, urls: null, subject: null, static_data: null, failure: null })
    .execute();

/**
 * What the workflow has registered and wants no more is to be taken back, what it has not is to be registered; the rest stays as it is. The process that
 * does this sees to it after the commit; another one does where that has died.
 *
 * @param now epoch milliseconds
 */
export const planRegistrations = async (
  transaction: Transaction<Database>,
  workflowId: number,
  wanted: readonly WantedRegistration[],
  now: number,
): Promise<void> => {
  const rows = await transaction
    .selectFrom('registrations')
    .select(['id', 'node', 'digest'])
    .where('workflow_id', '=', workflowId)
    .where('test', 'is', null)
    .where('state', '<>', 'leaving')
    .execute();
  const isWanted = (row: WantedRegistration) =>
    wanted.some(({ node, digest }) => row.node === node && row.digest === digest);
  const staying = rows.filter(isWanted);
  await leave(
    transaction,
    rows.filter((row) => !isWanted(row)).map(({ id }) => id),
    now + claimTime,
  );
  for (const { node, digest } of wanted) {
    if (staying.some((row) => row.node === node)) continue;
    await insert(transaction, { workflow_id: workflowId, node, digest, test: null }, now + claimTime);
  }
};

export const insertTestRegistration = (
  db: Db,
  about: { workflowId: number | null; node: string; test: string; digest: string },
  now: number,
) => {
  const { workflowId, node, test, digest } = about;
  return insert(db, { workflow_id: workflowId, node, digest, test }, now + claimTime);
};

export const leaveTests = async (db: Db, test: string, tryAt: number): Promise<void> => {
  const rows = await db.selectFrom('registrations').select('id').where('test', '=', test).execute();
  await leave(
    db,
    rows.map(({ id }) => id),
    tryAt,
  );
};

/** The address has changed: it is taken back and registered anew, unless it is to leave by now. */
export const replaceRegistration = (db: Db, registration: Registration, now: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { id, workflowId, node, digest } = registration;
    const { numUpdatedRows } = await transaction
      .updateTable('registrations')
      .set({ state: 'leaving', try_at: now, failures: 0, failure: null })
      .where('id', '=', id)
      .where('state', '=', 'registered')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await insert(transaction, { workflow_id: workflowId, node, digest, test: null }, now);
  });
