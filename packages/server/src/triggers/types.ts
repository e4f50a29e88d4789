import type { WorkflowGraph } from '@millrace/contract';
import type { ScheduleSpec, WebhookSpec } from '@millrace/engine/node-api';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** What an active workflow listens on and when it fires. */
export interface TriggerPlan {
  webhooks: { node: string; spec: WebhookSpec }[];
  /** The zone is the workflow's own, `DEFAULT` for that of the instance, which may change while the schedule is stored. */
  schedules: { node: string; spec: ScheduleSpec; timezone: string }[];
}

export interface Triggers {
  /** @throws AppError noTrigger, activationFailed (with the node's name and why) */
  plan(workflow: WorkflowGraph & { id: string; name: string; ownerId: string }): Promise<TriggerPlan>;
  /** Replaces the workflow's rows; null removes them. @throws AppError webhookConflict */
  write(transaction: Transaction<Database>, workflowId: number, plan: TriggerPlan | null): Promise<void>;
  /** After the commit: serves what is stored now. */
  apply(workflowId: number): Promise<void>;
  /** Ids of the workflows of which every trigger is being served. */
  active(): number[];
  /** Keeps why a workflow could not be activated, for people who ask; null: it can be. */
  refused(workflowId: number, message: string | null): Promise<void>;
  /** At start: serves everything stored. */
  start(): Promise<void>;
  /** The timers of schedules, which only the process that leads has. */
  schedules: { start(): Promise<void>; stop(): void };
  close(): Promise<void>;
}
