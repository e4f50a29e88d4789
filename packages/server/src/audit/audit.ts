import type { AuditAction, AuditEvent } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Caller, User } from '../users/access.ts';
import { type AuditFilter, insertAuditEvent, listAuditEvents } from './store.ts';

/** Something that was done. Neither `name` nor `details` may hold a secret. */
export interface AuditRecord {
  action: AuditAction;
  /** Who did it; undefined: nobody who is known. */
  caller?: AuditedCaller;
  resourceId?: string | number;
  /** What the thing was called at the time. */
  name?: string;
  /** What else there is to know, such as the address of a failed sign-in: plain data. */
  details?: Record<string, unknown>;
}

/** A caller, or a user where there is no request. */
export type AuditedCaller = { user: Pick<User, 'id' | 'email' | 'firstName' | 'lastName'> } & Partial<
  Pick<Caller, 'by'>
>;

export interface Audit {
  /**
   * Records it. With the transaction of a change it is recorded if, and only if, the change is; without one it comes afterwards, and a failure
   * is logged and hinders nothing.
   */
  record(event: AuditRecord, transaction?: Kysely<Database>): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditEvent[]>;
}

const nameOf = ({ user: { email, firstName, lastName } }: AuditedCaller): string =>
  email ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Default user');

export const createAudit = (options: { db: Kysely<Database>; clock: Clock; log: Log }): Audit => {
  const { db, clock, log } = options;
  return {
    async record({ action, caller, resourceId, name, details }, transaction) {
      const event = {
        at: clock.now(),
        userId: caller?.user.id ?? null,
        userName: caller ? nameOf(caller) : null,
        apiKeyId: caller?.by?.kind === 'key' ? caller.by.id : null,
        action,
        resourceId: resourceId === undefined ? null : String(resourceId),
        name: name ?? null,
        details: details ?? null,
      };
      if (transaction) return insertAuditEvent(transaction, event);
      await insertAuditEvent(db, event).catch((error: unknown) =>
        log.error({ err: error, action }, 'What was done could not be recorded in the audit list'),
      );
    },
    list: (filter) => listAuditEvents(db, filter),
  };
};
