import { type api, type EndpointRequest, limits, type RunnableWorkflow, type WorkflowNode } from '@millrace/contract';
import {
  blockingIssues,
  buildGraph,
  firstTrigger,
  type Graph,
  issueLines,
  leadingTo,
  type NodeTypeSource,
  neededFor,
  reachableFrom,
  sortByCanvas,
} from '@millrace/engine';
import type { NodeDefinition, TriggerPayload } from '@millrace/engine/node-api';
import type { Dispatcher, EnqueueRequest, RunnableVersion } from '../executions/types.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Caller } from '../users/access.ts';
import { hasMethod, type PlanOptions, webhooksOf } from './plan.ts';
import type { TestWebhooks } from './webhooks/test-webhooks.ts';

type RunBody = EndpointRequest<(typeof api.workflows)['run']>['body'];

/** Runs of a posted graph by hand. */
export interface ManualRuns {
  /**
   * Starts it, or waits for a test call where it begins with a webhook.
   * @throws AppError workflowNotRunnable (with the node and its issue), webhookConflict, activationFailed, tooManyRuns
   */
  run(body: RunBody, caller: Caller): Promise<{ executionId: string } | { waitingForWebhook: true }>;
  /** Stops waiting for a test call of this workflow. */
  cancelTest(workflowId: string): Promise<void>;
}

export interface ManualDispatcherOptions extends PlanOptions {
  clock: Clock;
  dispatcher: Pick<Dispatcher, 'enqueue'>;
  versions: { ofPosted(workflow: RunnableWorkflow, ownerId: string): Promise<RunnableVersion> };
  testWebhooks: TestWebhooks;
}

/** Where a run by hand begins. */
type Beginning = { trigger: WorkflowNode } | { startNodes: string[] } | { first: true };

const notRunnable = (message: string, hint?: string) => new AppError('workflowNotRunnable', message, { hint });

const definitionOf = (node: WorkflowNode, nodeTypes: NodeTypeSource): NodeDefinition | undefined =>
  nodeTypes.find(node.type, node.typeVersion ?? 1);

const isTrigger = (node: WorkflowNode, nodeTypes: NodeTypeSource): boolean =>
  definitionOf(node, nodeTypes)?.group.includes('trigger') ?? false;

const isPinned = ({ pinData }: RunnableWorkflow, name: string): boolean =>
  pinData !== null && pinData !== undefined && Object.hasOwn(pinData, name);

/** @throws AppError workflowNotRunnable for names that the graph does not have */
const chooseBeginning = (body: RunBody, graph: Graph, nodeTypes: NodeTypeSource): Beginning => {
  const { startNodes = [], destinationNode, triggerNode } = body;
  const nodeNamed = (name: string): WorkflowNode => {
    const node = graph.nodes.get(name);
    if (!node) throw notRunnable(`The workflow has no node "${name}".`);
    return node;
  };
  if (destinationNode !== undefined) nodeNamed(destinationNode);
  if (triggerNode !== undefined) {
    const node = nodeNamed(triggerNode);
    if (node.disabled) throw notRunnable(`"${triggerNode}" cannot start the workflow because it is disabled.`);
    return { trigger: node };
  }
  if (startNodes.length > 0) {
    const trigger = startNodes.map(nodeNamed).find((node) => isTrigger(node, nodeTypes) && !node.disabled);
    return trigger && startNodes.length === 1 ? { trigger } : { startNodes };
  }
  const candidates = destinationNode === undefined ? graph.nodes.keys() : leadingTo(graph, [destinationNode]);
  const triggers = [...candidates].filter((name) => {
    const node = graph.nodes.get(name);
    return node && !node.disabled && isTrigger(node, nodeTypes);
  });
  const first = firstTrigger(graph, triggers, (name) => {
    return definitionOf(nodeNamed(name), nodeTypes)?.name !== limits.manualTriggerType;
  });
  if (first !== undefined) return { trigger: nodeNamed(first) };
  if (destinationNode !== undefined) return { first: true };
  throw notRunnable(
    'The workflow has no enabled trigger to start from.',
    'Add a trigger such as Manual Trigger, or run a single node.',
  );
};

/** Names of the nodes that may run. */
const nodesOnPath = (graph: Graph, beginning: Beginning, destinationNode: string | undefined): Iterable<string> => {
  const towards = destinationNode === undefined ? undefined : neededFor(graph, [destinationNode]);
  if ('first' in beginning) return towards ?? [];
  const start = 'trigger' in beginning ? [beginning.trigger.name] : beginning.startNodes;
  const reached = reachableFrom(graph, start);
  return towards ? [...reached].filter((name) => towards.has(name)) : reached;
};

/** @throws AppError workflowNotRunnable */
const refuseIssues = (workflow: RunnableWorkflow, graph: Graph, path: Iterable<string>, nodeTypes: NodeTypeSource) => {
  for (const name of sortByCanvas(graph, path)) {
    const node = graph.nodes.get(name);
    if (!node || isPinned(workflow, name)) continue;
    const issues = blockingIssues(node, definitionOf(node, nodeTypes));
    if (issues) throw notRunnable(`"${name}": ${issueLines(issues).join(' ')}`);
  }
};

export const createManualRuns = (options: ManualDispatcherOptions): ManualRuns => {
  const { dispatcher, versions, nodeTypes, testWebhooks, clock } = options;

  /** @returns false if the node waits for no call */
  const waitForCall = async (
    trigger: WorkflowNode,
    version: RunnableVersion,
    { destinationNode, sessionId }: Pick<EnqueueRequest, 'destinationNode' | 'sessionId'>,
  ): Promise<boolean> => {
    const { workflow, workflowId, versionId, ownerId } = version;
    const key = workflowId === null ? (sessionId ?? '') : String(workflowId);
    const specs = await webhooksOf({ ...workflow, id: key, ownerId }, trigger, options);
    if (specs.length === 0) return false;
    const run = { versionId, ownerId, node: trigger.name, destinationNode };
    await testWebhooks.wait({ workflow: key, specs, run, sessionId });
    return true;
  };

  return {
    async run(body, { user, sessionId }) {
      const { workflowData, runData, destinationNode } = body;
      const graph = buildGraph(workflowData.nodes, workflowData.connections);
      const beginning = chooseBeginning(body, graph, nodeTypes);
      refuseIssues(workflowData, graph, nodesOnPath(graph, beginning, destinationNode), nodeTypes);

      const version = await versions.ofPosted(workflowData, user.id);
      const run = { version, mode: 'manual' as const, destinationNode, sessionId };
      let payload: TriggerPayload = { kind: 'manual' };
      let start: EnqueueRequest['start'];
      if ('trigger' in beginning) {
        const { trigger } = beginning;
        if (!isPinned(workflowData, trigger.name)) {
          if (await waitForCall(trigger, version, run)) return { waitingForWebhook: true };
          if (hasMethod('schedule', trigger, nodeTypes)) payload = { kind: 'schedule', scheduledAt: clock.now() };
        }
        start = { kind: 'trigger', node: trigger.name, payload };
      } else if ('startNodes' in beginning) {
        start = { kind: 'partial', startNodes: beginning.startNodes, runData: runData ?? {}, payload };
      } else {
        start = { kind: 'trigger', payload };
      }
      const { executionId } = await dispatcher.enqueue({ ...run, start });
      return { executionId: String(executionId) };
    },

    async cancelTest(workflowId) {
      await testWebhooks.cancel(workflowId);
    },
  };
};
