import type { ExecutionError, Item, ItemLists, JsonObject, PinData, TaskData } from '@millrace/contract/data';
import type { TriggerPayload } from '../node-api/context.ts';
import type { NodeDefinition } from '../node-api/definition.ts';
import type { WebhookResponse } from '../node-api/http.ts';
import { createNodeTypeRegistry } from '../run/node-types.ts';
import { runWorkflow } from '../run/run-workflow.ts';
import type { RunEvent, RunOutcome, RunRequest } from '../run/types.ts';
import { freezingInputs } from './frozen-inputs.ts';
import { createFakeHost, type FakeHost, type FakeHostOptions } from './host.ts';
import { passNode, startNode, testNode } from './nodes.ts';
import { type NodeOptions, type TestItems, toItems, WorkflowBuilder, workflow } from './workflow.ts';

export interface TestRunOptions extends Partial<Omit<RunRequest, 'workflow' | 'host' | 'start' | 'pinData'>> {
  /** What the trigger gets. */
  items?: TestItems;
  payload?: TriggerPayload;
  start?: RunRequest['start'];
  pinData?: Record<string, TestItems>;
  host?: FakeHost | FakeHostOptions;
}

export interface TestRun extends RunOutcome {
  readonly host: FakeHost;
  readonly events: RunEvent[];
  /** Names of the nodes in the order in which they ran. */
  readonly order: string[];
  readonly responses: WebhookResponse[];
  /** What each call of `context.log` was given. */
  readonly logs: unknown[][];
  /** All runs of a node. */
  tasks(node: string): TaskData[];
  /** Output lists of a run of a node; by default its last run. */
  outputs(node: string, run?: number): ItemLists;
  /** `json` of the items of an output. */
  json(node: string, output?: number, run?: number): JsonObject[];
}

const isHost = (host: FakeHost | FakeHostOptions): host is FakeHost => 'requests' in host;

/** Runs a workflow through the real engine, on a fake host. */
export const runWorkflowForTest = async (
  source: WorkflowBuilder | RunRequest['workflow'],
  options: TestRunOptions = {},
): Promise<TestRun> => {
  const { items, payload, pinData, nodeTypes, host: hostOption = {}, ...request } = options;
  const host = isHost(hostOption) ? hostOption : createFakeHost(hostOption);
  const events: RunEvent[] = [];
  const definitions = source instanceof WorkflowBuilder ? source.definitions : [];
  const outcome = await runWorkflow({
    workflow: source instanceof WorkflowBuilder ? source.build() : source,
    executionId: '1',
    mode: 'manual',
    start: {
      kind: 'trigger',
      payload: payload ?? (items ? { kind: 'items', items: toItems(items) } : { kind: 'manual' }),
    },
    nodeTypes: freezingInputs(nodeTypes ?? createNodeTypeRegistry([...new Set([startNode, passNode, ...definitions])])),
    timezone: 'UTC',
    signal: new AbortController().signal,
    ...request,
    ...(pinData && { pinData: mapValues(pinData, toItems) as unknown as PinData }),
    host,
    onEvent: (event, progress) => {
      events.push(event);
      return options.onEvent?.(event, progress);
    },
  });
  return readRun(outcome, host, events);
};

const mapValues = <T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

const readRun = (outcome: RunOutcome, host: FakeHost, events: RunEvent[]): TestRun => {
  const tasks = (node: string) => outcome.finished.filter((run) => run.node === node).map((run) => run.task);
  const outputs = (node: string, run = -1) => tasks(node).at(run)?.data?.main ?? [];
  return {
    ...outcome,
    host,
    events,
    order: outcome.finished.map((run) => run.node),
    responses: events.flatMap((event) => (event.type === 'response' ? [event.response] : [])),
    logs: events.flatMap((event) => (event.type === 'log' ? [event.values] : [])),
    tasks,
    outputs,
    json: (node, output = 0, run) => (outputs(node, run)[output] ?? []).map((item) => item.json),
  };
};

export interface RunNodeOptions extends NodeOptions {
  /** Items of the first input. Default: one empty item. */
  items?: TestItems;
  /** Items of each input, for nodes with several. */
  inputs?: readonly (TestItems | null)[];
  /** For triggers: what starts the run. */
  payload?: TriggerPayload;
  host?: FakeHost | FakeHostOptions;
  /** More of the request: mode, timezone, signal, env … */
  request?: TestRunOptions;
}

export interface NodeTestRun {
  /** Output lists; empty where the node failed, or did not run because its inputs are empty. */
  readonly outputs: ItemLists;
  /** Items of the first output. */
  readonly items: Item[];
  /** `json` of the items of the first output. */
  readonly json: JsonObject[];
  /** Why the run failed. */
  readonly error: ExecutionError | undefined;
  readonly run: TestRun;
  readonly host: FakeHost;
  readonly responses: WebhookResponse[];
  readonly logs: unknown[][];
}

/** Runs one node through the real engine: a start node feeds each of its inputs. The node is called `Node`, unless the options name it. */
export const runNode = async (definition: NodeDefinition, options: RunNodeOptions = {}): Promise<NodeTestRun> => {
  const { items, inputs = [items ?? [{}]], payload, host, request, ...nodeOptions } = options;
  const flow = workflow();
  if (definition.group.includes('trigger')) {
    flow.node('Node', definition, nodeOptions);
  } else {
    const feed = testNode(() => inputs.map((list) => list && toItems(list)), {
      name: 'test.feed',
      group: ['trigger'],
      inputs: [],
      outputs: inputs.map(() => 'main' as const),
    });
    flow.node('Input', feed).node('Node', definition, nodeOptions);
    for (const index of inputs.keys()) flow.connect('Input', index, 'Node', index);
  }
  const run = await runWorkflowForTest(flow, { ...request, payload, host });
  const outputs = run.outputs('Node');
  return {
    outputs,
    items: outputs[0] ?? [],
    json: run.json('Node'),
    error: run.error,
    run,
    host: run.host,
    responses: run.responses,
    logs: run.logs,
  };
};
