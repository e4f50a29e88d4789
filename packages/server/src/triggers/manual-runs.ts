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
import type { NodeCapability, NodeDefinition, TriggerPayload } from '@millrace/engine/node-api';
import type { Dispatcher, EnqueuedExecution, EnqueueRequest, RunnableVersion } from '../executions/types.ts';
import type { CallSubject } from '../node-calls/types.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { JsonText } from '../platform/json-text.ts';
import type { Caller } from '../users/access.ts';
import { messageOf } from './failure-texts.ts';
import type { TestListening } from './listening/test-listening.ts';
import { hasMethod, type PlanOptions, webhooksOf } from './plan.ts';
import { startByOutput } from './run-starts.ts';
import type { OpenStartedFiles, StartedFiles } from './started-files.ts';
import type { TestWebhooks } from './webhooks/test-webhooks.ts';

type RunBody = EndpointRequest<(typeof api.workflows)['run']>['body'];

/** Runs of a posted graph by hand. */
export interface ManualRuns {
  /**
   * Starts it, or waits where it begins with a webhook or a connection. One that polls looks once, and keeps no place.
   * @throws AppError workflowNotRunnable (with the node and its issue), webhookConflict, activationFailed, noTriggerData, tooManyRuns
   */
  run(
    body: RunBody,
    caller: Pick<Caller, 'user' | 'sessionId'>,
  ): Promise<{ executionId: string } | { waitingForWebhook: true }>;
  /** Stops waiting for a test call or an event of this workflow. */
  cancelTest(workflowId: string, caller: Pick<Caller, 'user' | 'sessionId'>): Promise<void>;
}

export interface ManualDispatcherOptions extends PlanOptions {
  clock: Clock;
  dispatcher: Pick<Dispatcher, 'enqueue'>;
  versions: { ofPosted(workflow: RunnableWorkflow): Promise<RunnableVersion> };
  testWebhooks: TestWebhooks;
  testListening: TestListening;
  files: OpenStartedFiles;
}

type ManualRun = Omit<EnqueueRequest, 'start'> & { ranBy: string };

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

const subjectOf = ({ name: node }: WorkflowNode, { workflow }: RunnableVersion, ranBy: string): CallSubject => ({
  workflow: workflow as CallSubject['workflow'],
  node,
  ranBy,
  staticData: {},
});

/** By what a test call is awaited: the workflow, or the tab of a user while it has no id. A session alone is no secret. */
const testKey = (tab: { userId: string; sessionId: string | undefined; workflowId: string }): string =>
  tab.workflowId === (tab.sessionId ?? '') ? `${tab.userId} ${tab.sessionId ?? ''}` : tab.workflowId;

const failureOf = (node: WorkflowNode, error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const { description } = error as { description?: string };
  return notRunnable(`"${node.name}": ${messageOf(error)}`, description);
};

export const createManualRuns = (options: ManualDispatcherOptions): ManualRuns => {
  const { dispatcher, versions, nodeTypes, testWebhooks, testListening, calls, clock } = options;

  /** @returns false if the node waits for no call */
  const waitForCall = async (
    trigger: WorkflowNode,
    { version, ranBy, destinationNode, sessionId }: ManualRun,
  ): Promise<boolean> => {
    const { workflow, workflowId, versionId } = version;
    const id = workflowId === null ? (sessionId ?? '') : String(workflowId);
    const key = testKey({ userId: ranBy, sessionId, workflowId: id });
    const has = (capability: NodeCapability) => hasMethod(capability, trigger, nodeTypes);
    const subject = subjectOf(trigger, version, ranBy);
    if (has('listen')) {
      await testListening
        .wait({ workflow: key, subject, version, destinationNode, sessionId })
        .catch((error: unknown) => {
          throw failureOf(trigger, error);
        });
      return true;
    }
    const specs = await webhooksOf({ ...workflow, id, ownerId: ranBy }, trigger, options);
    if (specs.length === 0) return false;
    const run = { versionId, workflowId, ranBy, node: trigger.name, destinationNode, receives: has('receive') };
    await testWebhooks.wait({
      workflow: key,
      specs,
      run,
      sessionId,
      ...(has('registration') && { registration: { workflowId, subject } }),
    });
    return true;
  };

  /** What a poll finds. @throws AppError noTriggerData, workflowNotRunnable */
  const poll = async (trigger: WorkflowNode, { version, ranBy }: ManualRun, files: StartedFiles): Promise<JsonText> => {
    const asked = { ...subjectOf(trigger, version, ranBy), staticData: version.workflow.staticData ?? {} };
    const executionId = () => files.executionId();
    const given = await calls.ask(asked, { kind: 'poll', isTest: true }, { executionId }).catch((error: unknown) => {
      throw failureOf(trigger, error);
    });
    if (given.value) return given.value;
    throw new AppError('noTriggerData', `"${trigger.name}": No data found.`, {
      hint: 'There is nothing yet that fits what the trigger looks for.',
    });
  };

  const startByPoll = async (trigger: WorkflowNode, run: ManualRun): Promise<EnqueuedExecution> => {
    const files = options.files();
    let started: EnqueuedExecution | undefined;
    try {
      const start = startByOutput(trigger.name, await poll(trigger, run, files));
      started = await dispatcher.enqueue({ ...run, executionId: files.reserved(), start });
      return started;
    } finally {
      if (!started) await files.drop();
    }
  };

  return {
    async run(body, { user, sessionId }) {
      const { workflowData, runData, destinationNode } = body;
      const graph = buildGraph(workflowData.nodes, workflowData.connections);
      const beginning = chooseBeginning(body, graph, nodeTypes);
      refuseIssues(workflowData, graph, nodesOnPath(graph, beginning, destinationNode), nodeTypes);

      const version = await versions.ofPosted(workflowData);
      const run: ManualRun = { version, ranBy: user.id, mode: 'manual', destinationNode, sessionId };
      let payload: TriggerPayload = { kind: 'manual' };
      let start: EnqueueRequest['start'];
      if ('trigger' in beginning) {
        const { trigger } = beginning;
        if (!isPinned(workflowData, trigger.name)) {
          if (hasMethod('poll', trigger, nodeTypes)) {
            const { executionId } = await startByPoll(trigger, run);
            return { executionId: String(executionId) };
          }
          if (await waitForCall(trigger, run)) return { waitingForWebhook: true };
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

    async cancelTest(workflowId, { user, sessionId }) {
      const key = testKey({ userId: user.id, sessionId, workflowId });
      testListening.cancel(key);
      await testWebhooks.cancel(key);
    },
  };
};
