import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { CallSubject } from '../../node-calls/types.ts';
import type { Registration } from './store.ts';

/**
 * Whoever sees to a registration claims it first. What a service is told of one may concern another one of the same node, so of all of a node, test
 * calls among them, one is claimed at a time.
 */

type Db = Kysely<Database>;

/** Milliseconds for which a claim holds where its process has died. Longer than its calls may take. */
export const claimTime = 150_000;

/** What a service is told of a node. */
export interface Asked {
  urls: Record<string, string>;
  subject: CallSubject;
}

/** busy: another of its node is seen to; gone: it is in another state by now. */
export type Claim = 'claimed' | 'busy' | 'gone';

/** @param asked what the service is to be told; undefined: what it was told is to be taken back */
export const claimRegistration = (
  db: Db,
  { id, state, workflowId, node }: Registration,
  now: number,
  asked?: Asked,
): Promise<Claim> =>
  db.transaction().execute(async (transaction) => {
    // Which locks them on either database.
    const rows = await transaction
      .updateTable('registrations')
      .set((eb) => ({ node: eb.ref('node') }))
      .where((eb) =>
        workflowId === null ? eb('id', '=', id) : eb.and([eb('workflow_id', '=', workflowId), eb('node', '=', node)]),
      )
      .returning(['id', 'state', 'claimed_until'])
      .execute();
    if (rows.find((row) => row.id === id)?.state !== state) return 'gone';
    if (rows.some(({ claimed_until: until }) => until !== null && until > now)) return 'busy';
    const until = now + claimTime;
    const told = asked && { urls: JSON.stringify(asked.urls), subject: JSON.stringify(asked.subject) };
    await transaction
      .updateTable('registrations')
      .set({ claimed_until: until, try_at: until, ...(told && { state: 'registering', ...told }) })
      .where('id', '=', id)
      .execute();
    return 'claimed';
  });

/** Where it is to be taken back since it was claimed, that is due now. @returns whether it is */
export const releaseRegistration = async (db: Db, { id, state }: Registration, now: number): Promise<boolean> => {
  await db.updateTable('registrations').set({ claimed_until: null }).where('id', '=', id).execute();
  if (state === 'leaving') return false;
  const { numUpdatedRows } = await db
    .updateTable('registrations')
    .set({ try_at: now, failures: 0, failure: null })
    .where('id', '=', id)
    .where('state', '=', 'leaving')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** It is seen to as soon as it can be claimed, by whoever leads. */
export const leaveToLeader = async (db: Db, { id }: Registration, now: number): Promise<void> => {
  await db
    .updateTable('registrations')
    .set({ try_at: now })
    .where('id', '=', id)
    .where('claimed_until', 'is', null)
    .execute();
};
