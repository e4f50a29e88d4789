import type { TriggerState, WorkflowGraph } from '@millrace/contract';
import type { ScheduleSpec, WebhookSpec } from '@millrace/engine/node-api';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { ToldNode, WorkflowEvent } from './lifecycle/store.ts';
import type { ListeningNode } from './listening/listening.ts';
import type { WantedRegistration } from './registrations/plan.ts';

export type { WorkflowEvent };

/** What an active workflow listens on and when it fires. */
export interface TriggerPlan {
  /** `receives`: code of the node judges each call. */
  webhooks: { node: string; spec: WebhookSpec; receives?: boolean }[];
  /** The zone is the workflow's own, `DEFAULT` for that of the instance, which may change while the schedule is stored. `polls`: the node looks for news then. */
  schedules: { node: string; spec: ScheduleSpec; timezone: string; polls?: boolean }[];
  /** Nodes that keep a connection. */
  listeners: ListeningNode[];
  /** Nodes that are told what happens to the workflow and the instance. */
  lifecycle: ToldNode[];
  /** Nodes whose service is told where to call. */
  registrations: WantedRegistration[];
}

export interface Triggers {
  /** @throws AppError noTrigger, activationFailed (with the node's name and why) */
  plan(workflow: WorkflowGraph & { id: string; name: string; ownerId: string }): Promise<TriggerPlan>;
  /**
   * Replaces the workflow's rows; null removes them.
   *
   * @param event what the change is to triggers that are told of it
   * @throws AppError webhookConflict
   */
  write(
    transaction: Transaction<Database>,
    workflowId: number,
    plan: TriggerPlan | null,
    event?: WorkflowEvent,
  ): Promise<void>;
  /**
   * After the commit: serves what is stored now, and tells services where to call, or no more.
   * @param options.isActivation it is refused where a service cannot be told. Otherwise that is tried again later
   * @throws AppError activationFailed
   */
  apply(workflowId: number, options?: { isActivation: boolean }): Promise<void>;
  /** Ids of the workflows of which every trigger is being served. */
  active(): number[];
  /** Keeps why a workflow could not be activated, for people who ask; null: it can be. */
  refused(workflowId: number, message: string | null): Promise<void>;
  /** How its triggers do, as far as there is anything to say. */
  states(workflowId: number): Promise<TriggerState[]>;
  /** At start: serves everything stored. */
  start(): Promise<void>;
  /** The instance has started with this process: tells the triggers that are told of it. */
  instanceStarted(): Promise<void>;
  /** Timers of schedules, polls and connections, which only the process that leads has. */
  duty: { start(): Promise<void>; stop(): Promise<void> };
  close(): Promise<void>;
}
