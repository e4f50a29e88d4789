import type { WebhookSpec } from '@millrace/engine/node-api';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { holdLock } from '../db/transaction-lock.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { AppError } from '../platform/errors.ts';
import { replaceToldNodes, type WorkflowEvent } from './lifecycle/store.ts';
import type { ListeningNode } from './listening/listening.ts';
import { planRegistrations } from './registrations/plan.ts';
import type { TriggerPlan } from './types.ts';
import { normalisePath, overlap, routeOf, segmentsOf } from './webhooks/router.ts';

/** As they are stored: a spec is JSON. */
export interface StoredTriggers {
  webhooks: { node: string; spec: string; receives: boolean }[];
  schedules: { node: string; position: number; spec: string; timezone: string; polls: boolean }[];
  listeners: ListeningNode[];
  /** When the workflow was changed last, in epoch milliseconds. */
  changedAt: number;
  /** They could not be started the last time. */
  hadError: boolean;
}

const flag = (isSo = false): 0 | 1 => (isSo ? 1 : 0);

const conflict = ({ form, method, path }: WebhookSpec, owner: string | undefined): AppError => {
  const does = form ? `has a form at ${path}` : `listens on ${method} ${path}`;
  return new AppError(
    'webhookConflict',
    owner === undefined ? `Another active workflow ${does} already.` : `The workflow "${owner}" ${does} already.`,
    { hint: 'Change the path of one of them, or deactivate the other.' },
  );
};

/**
 * Name of another workflow that takes calls of the path. A fixed path that a parameter of others would take counts as well: it would draw their
 * calls to itself.
 */
const findOwner = async (db: Kysely<Database>, workflowId: number, method: string, path: string) => {
  const [first = ''] = segmentsOf(path);
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('workflows', 'workflows.id', 'webhooks.workflow_id')
    .select(['workflows.name', 'webhooks.path'])
    .where('webhooks.method', '=', method)
    .where('webhooks.workflow_id', '<>', workflowId)
    .where(({ or, eb }) =>
      or([
        eb('webhooks.path', '=', path),
        eb(sql<string>`substr(webhooks.path, 1, ${first.length + 1})`, '=', `${first}/`),
        // Of before parameters had a place of their node's own.
        eb(sql<string>`substr(webhooks.path, 1, 1)`, '=', ':'),
      ]),
    )
    .execute();
  return rows.find((row) => overlap(row.path, path))?.name;
};

/** What is known of how triggers do that are not there any more, or begin anew. A connection that goes on is as it was. */
const forgetStates = async (transaction: Transaction<Database>, workflowId: number, plan: TriggerPlan | null) => {
  const listeners = plan?.listeners.map(({ node }) => node) ?? [];
  await transaction
    .deleteFrom('trigger_states')
    .where('workflow_id', '=', workflowId)
    .where(({ or, eb }) =>
      or([
        eb('part', '<>', 'connection'),
        ...(listeners.length > 0 ? [eb('node', 'not in', listeners)] : [eb('part', '=', 'connection')]),
      ]),
    )
    .execute();
};

/**
 * @param event what the change is to nodes that are told of it
 * @param now epoch milliseconds
 * @throws AppError webhookConflict
 */
export const replaceTriggers = async (
  transaction: Transaction<Database>,
  workflowId: number,
  plan: TriggerPlan | null,
  event: WorkflowEvent | undefined,
  now: number,
): Promise<void> => {
  await transaction.deleteFrom('webhooks').where('workflow_id', '=', workflowId).execute();
  await transaction.deleteFrom('schedules').where('workflow_id', '=', workflowId).execute();
  await transaction.deleteFrom('listeners').where('workflow_id', '=', workflowId).execute();
  await forgetStates(transaction, workflowId, plan);
  await planRegistrations(transaction, workflowId, plan?.registrations ?? [], now);
  for (const { node, digest } of plan?.listeners ?? [])
    await transaction.insertInto('listeners').values({ workflow_id: workflowId, node, digest }).execute();
  await replaceToldNodes(transaction, workflowId, plan?.lifecycle ?? [], event, now);
  // Two that take the same calls need not have the same path, which the database would refuse: they are activated one after the other.
  if (plan && plan.webhooks.length > 0) await holdLock(transaction, 'webhooks');
  for (const { node, spec, receives } of plan?.webhooks ?? []) {
    const path = normalisePath(spec.path);
    const method = routeOf(spec);
    const owner = await findOwner(transaction, workflowId, method, path);
    if (owner !== undefined) throw conflict(spec, owner);
    const row = {
      workflow_id: workflowId,
      node,
      method,
      path,
      spec: JSON.stringify(spec),
      receives: flag(receives),
    };
    try {
      await transaction.insertInto('webhooks').values(row).execute();
    } catch (error) {
      // Another activation was quicker by a moment.
      throw isUniqueViolation(error) ? conflict(spec, undefined) : error;
    }
  }
  const positions = new Map<string, number>();
  for (const { node, spec, timezone, polls } of plan?.schedules ?? []) {
    const position = positions.get(node) ?? 0;
    positions.set(node, position + 1);
    const row = {
      workflow_id: workflowId,
      node,
      position,
      spec: JSON.stringify(spec),
      timezone,
      polls: flag(polls),
    };
    await transaction.insertInto('schedules').values(row).execute();
  }
};

/** Workflows that listen with the method on one of the places. */
export const findWebhookOwners = async (
  db: Kysely<Database>,
  method: string,
  places: readonly string[],
): Promise<number[]> => {
  if (places.length === 0) return [];
  const owners = db.selectFrom('webhooks').select('workflow_id').distinct();
  const rows = await owners.where('method', '=', method).where('path', 'in', places).execute();
  return rows.map((row) => row.workflow_id);
};

const workflowColumns = ['workflows.updated_at', 'workflows.activation_error'] as const;

/** Triggers by workflow. @param workflowId only of this one */
export const loadTriggers = async (db: Kysely<Database>, workflowId?: number): Promise<Map<number, StoredTriggers>> => {
  let webhooks = db
    .selectFrom('webhooks')
    .innerJoin('workflows', 'workflows.id', 'webhooks.workflow_id')
    .selectAll('webhooks')
    .select(workflowColumns);
  let schedules = db
    .selectFrom('schedules')
    .innerJoin('workflows', 'workflows.id', 'schedules.workflow_id')
    .selectAll('schedules')
    .select(workflowColumns)
    .orderBy('position');
  let listeners = db
    .selectFrom('listeners')
    .innerJoin('workflows', 'workflows.id', 'listeners.workflow_id')
    .selectAll('listeners')
    .select(workflowColumns);
  let told = db
    .selectFrom('lifecycle_triggers')
    .innerJoin('workflows', 'workflows.id', 'lifecycle_triggers.workflow_id')
    .select('lifecycle_triggers.workflow_id')
    .select(workflowColumns);
  if (workflowId !== undefined) {
    told = told.where('workflow_id', '=', workflowId);
    listeners = listeners.where('workflow_id', '=', workflowId);
    webhooks = webhooks.where('workflow_id', '=', workflowId);
    schedules = schedules.where('workflow_id', '=', workflowId);
  }
  const byWorkflow = new Map<number, StoredTriggers>();
  const of = (row: { workflow_id: number; updated_at: number; activation_error: string | null }): StoredTriggers => {
    const triggers = byWorkflow.get(row.workflow_id) ?? {
      webhooks: [],
      schedules: [],
      listeners: [],
      changedAt: row.updated_at,
      hadError: row.activation_error !== null,
    };
    byWorkflow.set(row.workflow_id, triggers);
    return triggers;
  };
  for (const row of await webhooks.execute()) {
    const { node, spec, receives } = row;
    of(row).webhooks.push({ node, spec, receives: receives === 1 });
  }
  for (const row of await schedules.execute()) {
    const { node, position, spec, timezone, polls } = row;
    of(row).schedules.push({ node, position, spec, timezone, polls: polls === 1 });
  }
  for (const row of await listeners.execute()) of(row).listeners.push({ node: row.node, digest: row.digest });
  // There is nothing to serve for them, but that they are there.
  for (const row of await told.execute()) of(row);
  return byWorkflow;
};

/** Ids of active workflows that have no triggers, and no known reason for it. */
export const findWithoutTriggers = async (db: Kysely<Database>): Promise<number[]> => {
  const rows = await db
    .selectFrom('workflows')
    .select('id')
    .where('active', '=', 1)
    .where('activation_error', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('webhooks').select('node').whereRef('workflow_id', '=', 'workflows.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('schedules').select('node').whereRef('workflow_id', '=', 'workflows.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('listeners').select('node').whereRef('workflow_id', '=', 'workflows.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('lifecycle_triggers').select('node').whereRef('workflow_id', '=', 'workflows.id'))),
    )
    .execute();
  return rows.map(({ id }) => id);
};

export interface ActivationError {
  time: string;
  error: { message: string };
}

/** @param failure null: it runs */
export const saveActivationError = async (
  db: Kysely<Database>,
  workflowId: number,
  failure: ActivationError | null,
): Promise<void> => {
  await db
    .updateTable('workflows')
    .set({ activation_error: failure && JSON.stringify(failure) })
    .where('id', '=', workflowId)
    .$if(failure === null, (query) => query.where('activation_error', 'is not', null))
    .execute();
};
