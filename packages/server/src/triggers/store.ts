import type { ScheduleSpec, WebhookSpec } from '@millrace/engine/node-api';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { AppError } from '../platform/errors.ts';
import type { TriggerPlan } from './types.ts';
import { normalisePath } from './webhooks/router.ts';

export interface StoredTriggers {
  webhooks: { node: string; spec: WebhookSpec }[];
  schedules: { node: string; spec: ScheduleSpec; timezone: string }[];
  /** When the workflow was changed last, in epoch milliseconds. */
  changedAt: number;
}

const conflict = (method: string, path: string, owner: string | undefined): AppError =>
  new AppError(
    'webhookConflict',
    owner === undefined
      ? `Another active workflow listens on ${method} ${path} already.`
      : `The workflow "${owner}" listens on ${method} ${path} already.`,
    { hint: 'Change the path of one of them, or deactivate the other.' },
  );

/** Name of another workflow that listens there. */
const findOwner = async (db: Kysely<Database>, workflowId: number, method: string, path: string) => {
  const row = await db
    .selectFrom('webhooks')
    .innerJoin('workflows', 'workflows.id', 'webhooks.workflow_id')
    .select('workflows.name')
    .where('webhooks.method', '=', method)
    .where('webhooks.path', '=', path)
    .where('webhooks.workflow_id', '<>', workflowId)
    .executeTakeFirst();
  return row?.name;
};

/** @throws AppError webhookConflict */
export const replaceTriggers = async (
  transaction: Transaction<Database>,
  workflowId: number,
  plan: TriggerPlan | null,
): Promise<void> => {
  await transaction.deleteFrom('webhooks').where('workflow_id', '=', workflowId).execute();
  await transaction.deleteFrom('schedules').where('workflow_id', '=', workflowId).execute();
  for (const { node, spec } of plan?.webhooks ?? []) {
    const path = normalisePath(spec.path);
    const owner = await findOwner(transaction, workflowId, spec.method, path);
    if (owner !== undefined) throw conflict(spec.method, spec.path, owner);
    const row = { workflow_id: workflowId, node, method: spec.method, path, spec: JSON.stringify(spec) };
    try {
      await transaction.insertInto('webhooks').values(row).execute();
    } catch (error) {
      // Another activation was quicker by a moment.
      throw isUniqueViolation(error) ? conflict(spec.method, spec.path, undefined) : error;
    }
  }
  const positions = new Map<string, number>();
  for (const { node, spec, timezone } of plan?.schedules ?? []) {
    const position = positions.get(node) ?? 0;
    positions.set(node, position + 1);
    const row = { workflow_id: workflowId, node, position, spec: JSON.stringify(spec), timezone };
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

/** Triggers by workflow. @param workflowId only of this one */
export const loadTriggers = async (db: Kysely<Database>, workflowId?: number): Promise<Map<number, StoredTriggers>> => {
  let webhooks = db
    .selectFrom('webhooks')
    .innerJoin('workflows', 'workflows.id', 'webhooks.workflow_id')
    .selectAll('webhooks')
    .select('workflows.updated_at');
  let schedules = db
    .selectFrom('schedules')
    .innerJoin('workflows', 'workflows.id', 'schedules.workflow_id')
    .selectAll('schedules')
    .select('workflows.updated_at')
    .orderBy('position');
  if (workflowId !== undefined) {
    webhooks = webhooks.where('workflow_id', '=', workflowId);
    schedules = schedules.where('workflow_id', '=', workflowId);
  }
  const byWorkflow = new Map<number, StoredTriggers>();
  const of = (id: number, changedAt: number): StoredTriggers => {
    const triggers = byWorkflow.get(id) ?? { webhooks: [], schedules: [], changedAt };
    byWorkflow.set(id, triggers);
    return triggers;
  };
  for (const { workflow_id, updated_at, node, spec } of await webhooks.execute())
    of(workflow_id, updated_at).webhooks.push({ node, spec: JSON.parse(spec) as WebhookSpec });
  for (const { workflow_id, updated_at, node, spec, timezone } of await schedules.execute())
    of(workflow_id, updated_at).schedules.push({ node, spec: JSON.parse(spec) as ScheduleSpec, timezone });
  return byWorkflow;
};

/** @param failure null: it runs */
export const saveActivationError = async (
  db: Kysely<Database>,
  workflowId: number,
  failure: { time: string; error: { message: string } } | null,
): Promise<void> => {
  await db
    .updateTable('workflows')
    .set({ activation_error: failure && JSON.stringify(failure) })
    .where('id', '=', workflowId)
    .$if(failure === null, (query) => query.where('activation_error', 'is not', null))
    .execute();
};
