import { type AuditAction, type AuditEvent, type AuditResource, auditActions } from '@millrace/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;

export interface NewAuditEvent {
  at: number;
  userId: string | null;
  userName: string | null;
  apiKeyId: string | null;
  action: AuditAction;
  resourceId: string | null;
  name: string | null;
  details: Record<string, unknown> | null;
}

export interface AuditFilter {
  userId?: string;
  action?: AuditAction;
  resource?: AuditResource;
  resourceId?: string;
  /** Epoch milliseconds. */
  from?: number;
  /** Epoch milliseconds; before it. */
  to?: number;
  /** Older ones than this. */
  lastId?: number;
  limit: number;
}

const split = (action: AuditAction): [AuditResource, string] => {
  const [resource, verb] = action.split('.') as [AuditResource, string];
  return [resource, verb];
};

export const insertAuditEvent = async (db: Db, event: NewAuditEvent): Promise<void> => {
  const [resource, action] = split(event.action);
  await db
    .insertInto('audit_events')
    .values({
      at: event.at,
      user_id: event.userId,
      user_name: event.userName,
      api_key_id: event.apiKeyId,
      resource,
      action,
      resource_id: event.resourceId,
      name: event.name,
      details: event.details && JSON.stringify(event.details),
    })
    .execute();
};

const toEvent = (row: Selectable<Database['audit_events']>): AuditEvent => ({
  id: String(row.id),
  at: new Date(row.at).toISOString(),
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
  apiKeyId: row.api_key_id,
  action: `${row.resource}.${row.action}` as AuditAction,
  resource: row.resource as AuditResource,
  resourceId: row.resource_id,
  name: row.name,
  details: row.details === null ? null : (JSON.parse(row.details) as Record<string, unknown>),
});

/** Newest first. What an earlier version has recorded and this one does not know is left out. */
export const listAuditEvents = async (db: Db, filter: AuditFilter): Promise<AuditEvent[]> => {
  let query = db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(filter.limit);
  if (filter.lastId !== undefined) query = query.where('id', '<', filter.lastId);
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId);
  if (filter.action !== undefined) {
    const [resource, action] = split(filter.action);
    query = query.where('resource', '=', resource).where('action', '=', action);
  }
  if (filter.resource !== undefined) query = query.where('resource', '=', filter.resource);
  if (filter.resourceId !== undefined) query = query.where('resource_id', '=', filter.resourceId);
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<', filter.to);
  const rows = await query.execute();
  return rows
    .filter(({ resource, action }) => Object.hasOwn(auditActions[resource as AuditResource] ?? {}, action))
    .map(toEvent);
};

/** Deletes at most `limit` that are older. @returns how many it were */
export const deleteAuditEventsBefore = async (db: Db, moment: number, limit: number): Promise<number> => {
  const old = db.selectFrom('audit_events').select('id').where('at', '<', moment).orderBy('at').limit(limit);
  const { numDeletedRows } = await db.deleteFrom('audit_events').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
};
