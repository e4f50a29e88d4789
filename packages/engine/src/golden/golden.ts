import type { ExecutionMode, PinData, RunData, WorkflowSettings } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import type { HostServices } from '../node-api/host.ts';
import type { Resumption } from '../node-api/wait.ts';
import { dirtyNodes, type EarlierRun, startNodesOf } from '../run/dirty-nodes.ts';
import type { FinishedRun, RunEvent, RunRequest } from '../run/types.ts';
import {
  createFakeHost,
  runWorkflowForTest,
  type TestItems,
  type TestRun,
  type TestRunOptions,
  tellOutcome,
  toItems,
  type WorkflowBuilder,
  workflow,
} from '../testing/index.ts';
import { type PlacedNode, pass, start } from './nodes/index.ts';

/**
 * Golden workflows: small ones, each with the rule that it shows and all that its run leaves behind, in the lines of `tellOutcome`.
 *
 *     golden('a node with two inputs waits for both', {
 *       wires: ['Start > A > Merge', 'Start > B > 1:Merge'],   // nodes stand below each other in the order in which they are first named here
 *       nodes: { Merge: append() },                            // `Start` is a trigger, others hand their items on unless said otherwise
 *       items: [1],                                            // the trigger's; a bare value becomes `n`
 *       gives: ['Start = 1', 'A < Start = 1←0', 'B < Start = 1←0', 'Merge < A, B, - = 1←0 1←1:0'],
 *     });
 *
 * What is told while it runs must be what is there at the end. Each is run again with a pause after every node, and without keeping results:
 * both must go the same way. The items that it starts with are frozen, since nobody may change them.
 */
export interface GoldenWorkflow {
  wires: string[];
  nodes?: Record<string, PlacedNode>;
  settings?: WorkflowSettings;
  staticData?: Record<string, Record<string, number>>;
}

type Value = number | string | TestItems[number];

export interface GoldenRun extends GoldenWorkflow {
  /** Default: one item, 1. */
  items?: Value[];
  pinned?: Record<string, Value[]>;
  /** Default: the first. */
  trigger?: string;
  mode?: ExecutionMode;
  /** The run ends with this node. */
  to?: string;
  /** The run begins with these nodes, or where the workflow differs from what it was, on the results of an earlier run. */
  from?: string[] | 'whatChanged';
  /** What was different then; `lost` names nodes whose results are no longer there. */
  earlier?: Partial<GoldenWorkflow & Pick<GoldenRun, 'items' | 'pinned' | 'to'>> & { lost?: string[] };
  /** The run is stopped when this happens: a node run begins or ends. */
  stops?: { when: 'nodeStarted' | 'nodeFinished'; node: string; runIndex?: number; isTimeout?: boolean };
  maxRunsPerNode?: number;
  /** What ends each wait, in turn; a run for which there is none stays waiting. */
  resumes?: Resumption[];
  /** The workflows that nodes call, by id. */
  calls?: Record<string, GoldenWorkflow>;
  gives: string[];
}

const toTestItems = (values: Value[]): TestItems =>
  values.map((value) => (typeof value === 'object' ? value : { n: value }));

export const buildFlow = ({ wires, nodes = {}, settings, staticData }: GoldenWorkflow): WorkflowBuilder => {
  const flow = workflow().set(settings ?? {});
  const named = wires.flatMap((chain) => chain.split(' > ').map((stop) => stop.replace(/^(\d+|ai_\w+):|:\d+$/g, '')));
  for (const name of new Set([...named, ...Object.keys(nodes)])) {
    const own = Object.hasOwn(nodes, name) ? nodes[name] : undefined;
    const { type, options } = own ?? (name === 'Start' ? start() : pass());
    flow.node(name, type, options);
  }
  flow.staticData = staticData;
  for (const chain of wires) {
    const [, source, type, target] = /^(.*) > (ai_\w+):(.*)$/.exec(chain) ?? [];
    if (type) flow.connect(source!, 0, target!, 0, type);
    else flow.wire(chain);
  }
  return flow;
};

const stopAt = (stops: NonNullable<GoldenRun['stops']>): Pick<TestRunOptions, 'signal' | 'onEvent'> => {
  const controller = new AbortController();
  const timeout = Object.assign(new Error('The workflow timed out'), { name: 'TimeoutError' });
  const onEvent = (event: RunEvent) => {
    if (event.type !== stops.when || event.node !== stops.node || event.runIndex !== (stops.runIndex ?? 0)) return;
    controller.abort(stops.isTimeout ? timeout : undefined);
  };
  return { signal: controller.signal, onEvent };
};

/** Node name → its runs, as an execution stores them. */
export const toRunData = ({ finished }: Pick<TestRun, 'finished'>): RunData =>
  Object.fromEntries(
    [...Map.groupBy(finished, ({ node }) => node)].map(([node, runs]) => [node, runs.map(({ task }) => task)]),
  );

const earlierRun = async (run: GoldenRun): Promise<EarlierRun> => {
  const { lost = [], ...differences } = run.earlier ?? {};
  const { items = [1], pinned = {}, to, ...was } = { ...run, to: undefined, ...differences };
  const flow = buildFlow(was);
  const pinData = mapValues(pinned, toTestItems);
  const { finished } = await runWorkflowForTest(flow, { items: toTestItems(items), pinData, destinationNode: to });
  const runData = toRunData({ finished: finished.filter(({ node }) => !lost.includes(node)) });
  return { workflow: { ...flow.build(), pinData: pinData as PinData }, runData };
};

const startFrom = async (run: GoldenRun, from: NonNullable<GoldenRun['from']>) => {
  const earlier = await earlierRun(run);
  const { runData } = earlier;
  if (from !== 'whatChanged') return { startNodes: from, runData };
  const now = { ...buildFlow(run).build(), pinData: mapValues(run.pinned ?? {}, toTestItems) as PinData };
  return { startNodes: startNodesOf(now, dirtyNodes(earlier, now), run.to), runData };
};

const mapValues = <T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

const deepFreeze = <T>(value: T): T => {
  for (const inner of Object.values(value ?? {})) if (typeof inner === 'object') deepFreeze(inner);
  return Object.freeze(value);
};

const optionsOf = async (run: GoldenRun): Promise<TestRunOptions> => {
  const payload = { kind: 'items' as const, items: deepFreeze(toItems(toTestItems(run.items ?? [1]))) };
  const begin: RunRequest['start'] = run.from
    ? { kind: 'partial', ...(await startFrom(run, run.from)), payload }
    : { kind: 'trigger', node: run.trigger, payload };
  return {
    start: begin,
    ...(run.mode && { mode: run.mode }),
    ...(run.to !== undefined && { destinationNode: run.to }),
    ...(run.pinned && { pinData: mapValues(run.pinned, toTestItems) }),
    ...(run.maxRunsPerNode !== undefined && { maxRunsPerNode: run.maxRunsPerNode }),
  };
};

/**
 * Runs to the end, over waits that `resumes` ends; whenever the run stops it goes on from its results so far as JSON.
 * @param steps whether to pause after every node
 * @returns its end; `told` are the results as they were told when they came
 */
const runInParts = async (
  run: GoldenRun,
  options: TestRunOptions,
  steps = false,
): Promise<TestRun & { told: FinishedRun[] }> => {
  const flow = buildFlow(run);
  const host = createFakeHost();
  host.callWorkflow = callsOf(run);
  const resumptions = [...(run.resumes ?? [])];
  const recorded: FinishedRun[] = [];
  let more: TestRunOptions = {};
  for (;;) {
    const part = await runWorkflowForTest(flow, { ...options, ...more, host, pauseAfter: () => steps });
    const { status, wait, progress, events } = JSON.parse(JSON.stringify(part)) as TestRun;
    for (const event of events) if (event.type === 'nodeFinished') recorded.push(event);
    const resumption = status === 'waiting' ? resumptions.shift() : undefined;
    if (status !== 'paused' && !resumption) return { ...part, told: recorded };
    if (resumption?.kind === 'time') host.advance(Math.max(0, wait!.till! - host.now()));
    more = { recorded, progress, ...(resumption && { resumption, memo: wait?.memo }) };
  }
};

/** Runs the called workflow in the same way, and tells its end as a host does. */
const callsOf =
  ({ calls = {} }: GoldenRun): HostServices['callWorkflow'] =>
  async ({ workflow: called, items, waitForEnd }) => {
    const executionId = 'id' in called ? called.id : called.graph.name;
    if (!waitForEnd) return { status: 'started', executionId };
    const sub = await runInParts({ ...calls[executionId]!, gives: [] }, { mode: 'integrated', items });
    if (sub.status === 'waiting') return { status: 'waiting', executionId };
    if (sub.status === 'success') return { status: 'success', executionId, items: sub.lastItems };
    return { status: 'error', executionId, error: sub.error! };
  };

export const golden = (rule: string, run: GoldenRun): void => {
  test(rule, async () => {
    const options = await optionsOf(run);
    const whole = await runInParts(run, { ...options, ...(run.stops && stopAt(run.stops)) });
    expect(tellOutcome(whole)).toEqual(run.gives);
    expect(tellOutcome({ ...whole, finished: whole.told })).toEqual(run.gives);
    if (run.stops) return;

    expect(tellOutcome(await runInParts(run, options, true))).toEqual(run.gives);
    const production = await runInParts(run, { ...options, keepRunData: false });
    expect(tellOutcome({ ...production, finished: production.told })).toEqual(run.gives);
    expect([production.lastNode, production.lastItems]).toEqual([whole.lastNode, whole.lastItems]);
  });
};
