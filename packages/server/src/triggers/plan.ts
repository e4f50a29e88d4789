import type { WorkflowNode } from '@millrace/contract';
import { type NodeTypeSource, zoneOf } from '@millrace/engine';
import { capabilitiesOf, type NodeCapability, type WebhookSpec } from '@millrace/engine/node-api';
import type { CallSubject, NodeCalls } from '../node-calls/types.ts';
import { AppError } from '../platform/errors.ts';
import { digestOfNode } from './digest.ts';
import type { ToldNode } from './lifecycle/store.ts';
import { parseCron } from './schedules/next-tick.ts';
import type { TriggerPlan, Triggers } from './types.ts';
import { normalisePath, routeOf } from './webhooks/router.ts';
import { parseAllowList } from './webhooks/sender.ts';

/** What the trigger nodes of a workflow ask for, as their code reads it from the parameters. */

export interface PlanOptions {
  nodeTypes: NodeTypeSource;
  /** IANA name of the instance's zone. */
  timezone: string;
  calls: Pick<NodeCalls, 'ask'>;
}

export type PlannedWorkflow = Parameters<Triggers['plan']>[0];

/** Whether its type has a method. */
export const hasMethod = (capability: NodeCapability, node: WorkflowNode, nodeTypes: NodeTypeSource): boolean => {
  const definition = nodeTypes.find(node.type, node.typeVersion ?? 1);
  return definition !== undefined && capabilitiesOf(definition).has(capability);
};

/** The workflow as its nodes see it when they are asked: it is to be active. */
const subjectOf = ({ ownerId, ...workflow }: PlannedWorkflow): Omit<CallSubject, 'node'> => ({
  workflow: { ...workflow, active: true },
  ranBy: ownerId,
});

const explain = (node: string, error: unknown): AppError => {
  const { message, description } = error as { message?: string; description?: string };
  return new AppError('activationFailed', `"${node}": ${message ?? String(error)}`, {
    hint: description,
    cause: error,
  });
};

const askWebhooks = async (
  subject: Omit<CallSubject, 'node'>,
  node: WorkflowNode,
  { nodeTypes, calls }: PlanOptions,
): Promise<WebhookSpec[]> => {
  if (!hasMethod('webhook', node, nodeTypes)) return [];
  try {
    const { value: specs } = await calls.ask({ ...subject, node: node.name }, { kind: 'webhook' });
    for (const { ipAllowList, problem } of specs) {
      if (problem) throw problem;
      parseAllowList(ipAllowList ?? '');
    }
    return specs;
  } catch (error) {
    throw explain(node.name, error);
  }
};

/** The addresses of one webhook node. @throws AppError activationFailed */
export const webhooksOf = (workflow: PlannedWorkflow, node: WorkflowNode, options: PlanOptions) =>
  askWebhooks(subjectOf(workflow), node, options);

const askSchedules = async (
  subject: Omit<CallSubject, 'node'>,
  node: WorkflowNode,
  { nodeTypes, calls, timezone }: PlanOptions,
): Promise<TriggerPlan['schedules']> => {
  if (!hasMethod('schedule', node, nodeTypes)) return [];
  const own = subject.workflow.settings?.timezone || 'DEFAULT';
  try {
    const polls = hasMethod('poll', node, nodeTypes);
    const { value: specs } = await calls.ask({ ...subject, node: node.name }, { kind: 'schedule' });
    return specs.map((spec) => {
      parseCron(spec.cron, zoneOf(own, timezone));
      return { node: node.name, spec, timezone: own, polls };
    });
  } catch (error) {
    throw explain(node.name, error);
  }
};

const refuseTwins = (webhooks: TriggerPlan['webhooks']): void => {
  const taken = new Map<string, string>();
  for (const { node, spec } of webhooks) {
    const address = `${routeOf(spec)} ${normalisePath(spec.path)}`;
    const other = taken.get(address);
    if (other !== undefined)
      throw new AppError('activationFailed', `"${node}" and "${other}" of this workflow listen on the same ${address}`);
    taken.set(address, node);
  }
};

const askLifecycle = async (
  subject: Omit<CallSubject, 'node'>,
  node: WorkflowNode,
  { calls }: PlanOptions,
): Promise<ToldNode> => {
  try {
    const { value: events } = await calls.ask({ ...subject, node: node.name }, { kind: 'lifecycle' });
    return { node: node.name, events };
  } catch (error) {
    throw explain(node.name, error);
  }
};

/** Asks all trigger nodes at once. @throws AppError noTrigger, activationFailed */
export const planTriggers = async (workflow: PlannedWorkflow, options: PlanOptions): Promise<TriggerPlan> => {
  const enabled = workflow.nodes.filter((node) => !node.disabled);
  const subject = subjectOf(workflow);
  const { nodeTypes } = options;
  const having = (capability: NodeCapability) => enabled.filter((node) => hasMethod(capability, node, nodeTypes));
  const [specs, schedules, lifecycle] = await Promise.all([
    Promise.all(enabled.map((node) => askWebhooks(subject, node, options))),
    Promise.all(enabled.map((node) => askSchedules(subject, node, options))),
    Promise.all(having('lifecycle').map((node) => askLifecycle(subject, node, options))),
  ]);
  const receiving = new Set(having('receive').map(({ name }) => name));
  const webhooks = enabled.flatMap(({ name: node }, index) =>
    (specs[index] ?? [])
      .filter(({ testOnly }) => !testOnly)
      .map((spec) => ({ node, spec, receives: receiving.has(node) })),
  );
  refuseTwins(webhooks);
  const listeners = having('listen').map((node) => ({ node: node.name, digest: digestOfNode(node) }));
  const registrations = having('registration').map((node) => {
    const own = webhooks.filter((webhook) => webhook.node === node.name).map(({ spec }) => spec);
    return { node: node.name, digest: digestOfNode(node, own) };
  });
  const plan = { webhooks, schedules: schedules.flat(), listeners, lifecycle, registrations };
  if ([webhooks, plan.schedules, listeners, lifecycle].every(({ length }) => length === 0))
    throw new AppError('noTrigger', 'The workflow has no enabled trigger node that could start it.', {
      hint: 'Add a trigger such as Webhook or Schedule. A manual trigger starts runs by hand only.',
    });
  return plan;
};
