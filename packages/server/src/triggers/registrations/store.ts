import type { JsonObject } from '@millrace/contract';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { mergeStaticData } from '../../executions/store/stored-texts.ts';
import type { CallSubject } from '../../node-calls/types.ts';

/** Rows of what services were told of webhooks. Whoever sees to one claims it first, so that no other process does the same. */

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

/** Milliseconds that whoever has claimed a registration has for it. Longer than its calls may take. */
export const claimTime = 150_000;

/** What is to be registered of a workflow. */
export interface WantedRegistration {
  node: string;
  digest: string;
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

/** What a service is told of a node. */
export interface Asked {
  urls: Record<string, string>;
  subject: CallSubject;
}

/** @returns false where another process was quicker, or it is in another state by now */
export const claimRegistration = async (
  db: Db,
  { id, state, tryAt }: Registration,
  now: number,
  asked?: Asked,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('registrations')
    .set({
      try_at: now + claimTime,
      ...(asked && { state: 'registering', urls: JSON.stringify(asked.urls), subject: JSON.stringify(asked.subject) }),
    })
    .where('id', '=', id)
    .where('state', '=', state)
    .where(sql<boolean>`coalesce(try_at, 0) = ${tryAt ?? 0}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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

/**
 * With what it has left in static data, in one transaction. Where it is to be taken back by now, that is known then; where another process has taken it
 * back before the service had answered, it is to be taken back once more.
 */
export const saveRegistered = (
  db: Db,
  { id, workflowId, test, node, digest }: Registration,
  { kept, changes, asked, now }: Outcome & { asked: Asked; now: number },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const static_data = JSON.stringify(kept);
    const { numUpdatedRows } = await transaction
      .updateTable('registrations')
      .set({ static_data })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      const told = { urls: JSON.stringify(asked.urls), subject: JSON.stringify(asked.subject), static_data };
      await transaction
        .insertInto('registrations')
        .values({ workflow_id: workflowId, node, test, digest, state: 'leaving', try_at: now, failure: null, ...told })
        .execute();
      return;
    }
    await transaction
      .updateTable('registrations')
      .set({ state: 'registered', try_at: null, failures: 0, failure: null })
      .where('id', '=', id)
      .where('state', '=', 'registering')
      .execute();
    if (workflowId !== null && test === null) await mergeInto(transaction, workflowId, changes);
  });

/**
 * What was taken back leaves nothing, unless the node has registered anew meanwhile. Where whoever was registering it has ended meanwhile, it stays to be
 * taken back.
 *
 * @returns whether the node has registered anew
 */
export const removeRegistration = (
  db: Db,
  { id, workflowId, test, node, staticData }: Registration,
  { changes, now }: Pick<Outcome, 'changes'> & { now: number },
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('registrations')
      .where('id', '=', id)
      .where('static_data', staticData ? '=' : 'is', staticData ? JSON.stringify(staticData) : null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) {
      await transaction.updateTable('registrations').set({ try_at: now }).where('id', '=', id).execute();
      return false;
    }
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

export const saveFailure = async (
  db: Db,
  { id }: Registration,
  failure: { failures: number; message: string; tryAt: number },
): Promise<void> => {
  await db
    .updateTable('registrations')
    .set({ failures: failure.failures, failure: failure.message, try_at: failure.tryAt })
    .where('id', '=', id)
    .execute();
};

export const giveUpRegistration = async (db: Db, { id }: Registration): Promise<void> => {
  await db.deleteFrom('registrations').where('id', '=', id).execute();
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
