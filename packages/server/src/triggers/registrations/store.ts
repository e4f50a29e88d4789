import type { JsonObject } from '@millrace/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { mergeStaticData } from '../../executions/store/stored-texts.ts';
import type { CallSubject } from '../../node-calls/types.ts';

/** Rows of what services were told of webhooks, and what has become of what they were told. */

export interface Registration {
  id: number;
  workflowId: number | null;
  node: string;
  test: string | null;
  state: Database['registrations']['state'];
  digest: string;
  urls: Record<string, string> | undefined;
  subject: CallSubject | undefined;
  /** What registering has left in the static data of the node; undefined where that is not known. */
  staticData: JsonObject | undefined;
  tryAt: number | null;
  failures: number;
  failure: string | null;
}

const read = <T>(text: string | null): T | undefined => (text === null ? undefined : (JSON.parse(text) as T));

const toRegistration = (row: Selectable<Database['registrations']>): Registration => ({
  id: row.id,
  workflowId: row.workflow_id,
  node: row.node,
  test: row.test,
  state: row.state,
  digest: row.digest,
  urls: read(row.urls),
  subject: read(row.subject),
  staticData: read(row.static_data),
  tryAt: row.try_at,
  failures: row.failures,
  failure: row.failure,
});

type Db = Kysely<Database>;

/** Test calls that nobody waits for any more, as whoever did has died. @returns their names */
export const findLeftTests = async (db: Db, now: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('registrations')
    .select('test')
    .distinct()
    .where('test', 'is not', null)
    .where('state', '<>', 'leaving')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('test_webhooks')
            .select('workflow')
            .whereRef('workflow', '=', 'registrations.test')
            .where('expires_at', '>', now),
        ),
      ),
    )
    .execute();
  return rows.flatMap(({ test }) => (test === null ? [] : [test]));
};

/** Which registrations are meant: those of an active workflow, or of a test call. */
export type RegistrationOwner = { workflowId: number } | { test: string };

/** As it is now. */
export const findRegistration = async (db: Db, id: number): Promise<Registration | undefined> => {
  const row = await db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toRegistration(row);
};

/** Everything that there is to do, what is to be taken back first. @param dueAt epoch milliseconds; undefined: whenever it is due */
export const findUnsettled = async (db: Db, owner: RegistrationOwner, dueAt?: number): Promise<Registration[]> => {
  let query = db.selectFrom('registrations').selectAll().where('state', '<>', 'registered');
  query =
    'test' in owner
      ? query.where('test', '=', owner.test)
      : query.where('workflow_id', '=', owner.workflowId).where('test', 'is', null);
  if (dueAt !== undefined) query = query.where('try_at', '<=', dueAt);
  const rows = (await query.orderBy('id').execute()).map(toRegistration);
  return rows.toSorted((a, b) => Number(b.state === 'leaving') - Number(a.state === 'leaving'));
};

/** Owners of what is due. */
export const findDue = async (db: Db, now: number): Promise<RegistrationOwner[]> => {
  const rows = await db
    .selectFrom('registrations')
    .select(['workflow_id', 'test'])
    .distinct()
    .where('try_at', '<=', now)
    .where('state', '<>', 'registered')
    .execute();
  return rows.flatMap(({ workflow_id: workflowId, test }): RegistrationOwner[] => {
    if (test !== null) return [{ test }];
    return workflowId === null ? [] : [{ workflowId }];
  });
};

export const findRegistered = async (db: Db): Promise<Registration[]> => {
  const query = db.selectFrom('registrations').selectAll().where('state', '=', 'registered').where('test', 'is', null);
  return (await query.execute()).map(toRegistration);
};

/** The service was only asked what it has: there is nothing to take back. */
export const forgetAsking = async (db: Db, { id }: Registration): Promise<void> => {
  await db
    .updateTable('registrations')
    .set({ state: 'wanted', subject: null, urls: null })
    .where('id', '=', id)
    .where('state', '=', 'registering')
    .execute();
};

/** Changed parts of the static data of a workflow, if it is still there. */
const mergeInto = async (db: Db, workflowId: number, changes: Record<string, JsonObject>): Promise<void> => {
  if (Object.keys(changes).length === 0) return;
  // Which locks it on either database.
  const row = await db
    .updateTable('workflows')
    .set((eb) => ({ static_data: eb.ref('static_data') }))
    .where('id', '=', workflowId)
    .returning('static_data')
    .executeTakeFirst();
  if (!row) return;
  const text = mergeStaticData(row.static_data, changes);
  await db.updateTable('workflows').set({ static_data: text }).where('id', '=', workflowId).execute();
};

export interface Outcome {
  /** Of the node, as unregistering is to see it. */
  kept: JsonObject;
  /** Of the workflow. */
  changes: Record<string, JsonObject>;
}

/** With what it has left in static data, in one transaction. Where it is to be taken back by now, that is known then. */
export const saveRegistered = (
  db: Db,
  { id, workflowId, test }: Registration,
  { kept, changes }: Outcome,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const static_data = JSON.stringify(kept);
    await transaction.updateTable('registrations').set({ static_data }).where('id', '=', id).execute();
    await transaction
      .updateTable('registrations')
      .set({ state: 'registered', try_at: null, failures: 0, failure: null })
      .where('id', '=', id)
      .where('state', '=', 'registering')
      .execute();
    if (workflowId !== null && test === null) await mergeInto(transaction, workflowId, changes);
  });

/** What was taken back leaves nothing, unless the node has registered anew meanwhile. @returns whether it has */
export const removeRegistration = (
  db: Db,
  { id, workflowId, test, node }: Registration,
  { changes }: Pick<Outcome, 'changes'>,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('registrations').where('id', '=', id).execute();
    if (workflowId === null || test !== null) return false;
    const newer = await transaction
      .selectFrom('registrations')
      .select('id')
      .where('workflow_id', '=', workflowId)
      .where('node', '=', node)
      .where('test', 'is', null)
      .where('state', '=', 'registered')
      .execute();
    if (newer.length === 0) await mergeInto(transaction, workflowId, changes);
    return newer.length > 0;
  });

/** Taking back an earlier one may have taken this one with it. */
export const lookAgain = async (db: Db, { workflowId, node }: Registration, now: number): Promise<void> => {
  await db
    .updateTable('registrations')
    .set({ state: 'registering', try_at: now })
    .where('workflow_id', '=', workflowId)
    .where('node', '=', node)
    .where('test', 'is', null)
    .where('state', '=', 'registered')
    .execute();
};

/** @returns false where it is to be taken back since it was claimed, or is gone */
export const saveFailure = async (
  db: Db,
  { id, state }: Registration,
  failure: { failures: number; message: string; tryAt: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('registrations')
    .set({ failures: failure.failures, failure: failure.message, try_at: failure.tryAt })
    .where('id', '=', id)
    .where('state', state === 'leaving' ? '=' : '<>', 'leaving')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const giveUpRegistration = async (db: Db, { id }: Registration): Promise<void> => {
  await db.deleteFrom('registrations').where('id', '=', id).execute();
};
