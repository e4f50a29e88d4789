import type { WorkflowNode } from '@millrace/contract';
import { createNodeContext, type NodeTypeSource } from '@millrace/engine';
import type { NodeContext, NodeDefinition, ScheduleSpec, WebhookSpec } from '@millrace/engine/node-api';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { parseCron } from './schedules/next-tick.ts';
import type { TriggerPlan, Triggers } from './types.ts';
import { normalisePath } from './webhooks/router.ts';
import { parseAllowList } from './webhooks/sender.ts';

/** What the trigger nodes of a workflow ask for, read from its parameters. */

export interface PlanOptions {
  nodeTypes: NodeTypeSource;
  /** IANA name of the instance's zone. */
  timezone: string;
  expressionsDisabled?: boolean;
  clock: Clock;
}

export type PlannedWorkflow = Parameters<Triggers['plan']>[0];

const definitionOf = (node: WorkflowNode, nodeTypes: NodeTypeSource): NodeDefinition | undefined =>
  nodeTypes.find(node.type, node.typeVersion ?? 1);

const contextOf = (workflow: PlannedWorkflow, node: string, options: PlanOptions): NodeContext => {
  const { nodeTypes, timezone, expressionsDisabled, clock } = options;
  return createNodeContext({
    workflow: { ...workflow, active: true },
    node,
    nodeTypes,
    timezone,
    expressionsDisabled,
    host: { now: () => clock.now(), random: Math.random },
  });
};

const explain = (node: string, error: unknown): AppError => {
  const { message, description } = error as { message?: string; description?: string };
  return new AppError('activationFailed', `"${node}": ${message ?? String(error)}`, {
    hint: description,
    cause: error,
  });
};

/** The addresses of one webhook node. @throws AppError activationFailed */
export const webhooksOf = (workflow: PlannedWorkflow, node: WorkflowNode, options: PlanOptions): WebhookSpec[] => {
  try {
    const definition = definitionOf(node, options.nodeTypes);
    const specs = definition?.webhook?.(contextOf(workflow, node.name, options)) ?? [];
    for (const { ipAllowList } of specs) parseAllowList(ipAllowList ?? '');
    return specs;
  } catch (error) {
    throw explain(node.name, error);
  }
};

const schedulesOf = (workflow: PlannedWorkflow, node: WorkflowNode, options: PlanOptions) => {
  try {
    const definition = definitionOf(node, options.nodeTypes);
    if (!definition?.schedule) return [];
    const context = contextOf(workflow, node.name, options);
    const timezone = workflow.settings?.timezone || 'DEFAULT';
    return definition.schedule(context).map((spec: ScheduleSpec) => {
      parseCron(spec.cron, context.timezone);
      return { node: node.name, spec, timezone };
    });
  } catch (error) {
    throw explain(node.name, error);
  }
};

const refuseTwins = (webhooks: TriggerPlan['webhooks']): void => {
  const taken = new Map<string, string>();
  for (const { node, spec } of webhooks) {
    const address = `${spec.method} ${normalisePath(spec.path)}`;
    const other = taken.get(address);
    if (other !== undefined)
      throw new AppError('activationFailed', `"${node}" and "${other}" of this workflow listen on the same ${address}`);
    taken.set(address, node);
  }
};

/** @throws AppError noTrigger, activationFailed */
export const planTriggers = (workflow: PlannedWorkflow, options: PlanOptions): TriggerPlan => {
  const enabled = workflow.nodes.filter((node) => !node.disabled);
  const webhooks = enabled.flatMap((node) =>
    webhooksOf(workflow, node, options).map((spec) => ({ node: node.name, spec })),
  );
  refuseTwins(webhooks);
  const schedules = enabled.flatMap((node) => schedulesOf(workflow, node, options));
  if (webhooks.length === 0 && schedules.length === 0)
    throw new AppError('noTrigger', 'The workflow has no enabled trigger node that could start it.', {
      hint: 'Add a trigger such as Webhook or Schedule. A manual trigger starts runs by hand only.',
    });
  return { webhooks, schedules };
};
