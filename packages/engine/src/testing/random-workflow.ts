import type { Item } from '@millrace/contract/data';
import { NodeError } from '../node-api/errors.ts';
import { passNode, startNode, subNode, testNode } from './nodes.ts';
import { WorkflowBuilder } from './workflow.ts';

/** Node types that depend on nothing but their items, parameters and state, so that the same workflow always runs alike. */

const numbers = (items: readonly Item[]) => items.map(({ json }) => Number(json.n ?? 0));

const spread = testNode(
  ({ items }) => [
    items
      .slice(0, 8)
      .flatMap((item, index) => [item, { json: { n: Number(item.json.n ?? 0) + 1 }, pairedItem: index }]),
  ],
  { name: 'test.spread' },
);
const parity = testNode(
  ({ items }) => [
    items.filter(({ json }) => Number(json.n) % 2 === 0),
    items.filter(({ json }) => Number(json.n) % 2 !== 0),
  ],
  { name: 'test.parity', outputs: ['main', 'main'] },
);
const merge = testNode(({ inputs }) => [inputs.flatMap((items) => items ?? []).slice(0, 20)], {
  name: 'test.merge',
  inputs: ['main', 'main', 'main'],
});
const sum = testNode(({ items }) => [[{ json: { n: numbers(items).reduce((a, b) => a + b, 1) % 1000 } }]], {
  name: 'test.sum',
});
const late = testNode(
  async ({ items }) => {
    await Promise.resolve();
    return [items.slice(0, 5)];
  },
  { name: 'test.late' },
);
/** Lets items through a few times, so that cycles come to an end. */
const tired = testNode(
  ({ items, state }) => {
    state.passes = Number(state.passes ?? 0) + 1;
    return [Number(state.passes) < 4 ? items.slice(0, 3) : []];
  },
  { name: 'test.tired', keepsState: true },
);
/**
 * Hands its items out on its second output, so many a pass as the custom data says, and what came back on its first. How many that is may change while
 * it is under way.
 */
const loop = testNode(
  (context) => {
    const { state, runIndex, customData } = context;
    const { begunIn = runIndex, next = 0 } = state as { begunIn?: number; next?: number };
    const end = next + Number(customData.get('size') ?? 3);
    const batch = context.itemsOf(begunIn).slice(0, 8).slice(next, end);
    Object.assign(state, { begunIn, next: end, passes: [...((state.passes as number[]) ?? []), batch.length] });
    context.keepItemsFrom(begunIn);
    if (batch.length > 0) return [[], batch];
    const back = Array.from({ length: runIndex - begunIn }, (_, pass) => context.itemsOf(begunIn + 1 + pass));
    Object.assign(state, { begunIn: undefined, next: undefined });
    context.keepItemsFrom(undefined);
    return [back.flat().slice(0, 20), []];
  },
  { name: 'test.loop', outputs: ['main', 'main'], keepsState: true },
);
/** Changes what the execution, and the workflow from one execution to the next, keep. */
const note = testNode(
  (context) => {
    const { items, customData, runIndex } = context;
    customData.set('size', 1 + (runIndex % 3));
    const data = context.staticData('global');
    data.notes = Number(data.notes ?? 0) + 1;
    return [items.map(({ json, pairedItem }) => ({ json: { ...json, notes: data.notes as number }, pairedItem }))];
  },
  { name: 'test.note' },
);
const picky = testNode(
  (context) =>
    context.forEachItem((item) => {
      if (Number(item.json.n) % 3 === 0) throw new NodeError('Divisible by three');
      return item;
    }),
  { name: 'test.picky' },
);

/** Waits, where the host offers addresses that end a wait; else it goes on at once. */
const patient = testNode(
  (context) => {
    const { items, resumeUrl, resumption, memo } = context;
    if (resumption) return [items.slice(0, Number(memo?.count))];
    return resumeUrl === undefined ? [items.slice(0, 4)] : context.wait({ till: null, memo: { count: 4 } });
  },
  { name: 'test.patient' },
);
/** Asks its sub-nodes for a number for each of its first items. */
const served = testNode(
  (context) =>
    context.forEachItem(async (item, index) => {
      const tools = (await context.connected('ai_tool', index)) as ((n: number) => number)[];
      return index < 3 ? { json: { n: tools.reduce((n, tool) => tool(n), Number(item.json.n ?? 0)) } } : null;
    }),
  { name: 'test.served', inputs: ['main', 'ai_tool'] },
);
/** Has its tools run for its first items, one after the other, and puts together what they gave. */
const asker = testNode(
  (context) => {
    const { items, memo, results } = context;
    const sums = (memo?.sums ?? []) as number[];
    const given = (results ?? []).map((result) => (result.status === 'success' ? numbers(result.items)[0] : -1) ?? 0);
    const soFar = [...sums, ...given];
    const requests = context.tools().map(({ node }) => ({
      node,
      items: [{ json: { n: Number(items[soFar.length]?.json.n ?? 0) } }],
      itemIndex: soFar.length,
      arguments: { more: soFar.length + 1 },
    }));
    if (soFar.length < Math.min(items.length, 4) && requests.length > 0) return context.run(requests, { sums: soFar });
    return [[...soFar.map((n) => ({ json: { n } })), ...items.slice(0, 1)]];
  },
  { name: 'test.asker', inputs: ['main', 'ai_tool'] },
);
const runAdder = testNode(
  (context) =>
    context.forEachItem((item) => ({ json: { n: Number(item.json.n ?? 0) + Number(context.parameter('by')) } })),
  { inputs: [], outputs: ['ai_tool'], parameters: [{ name: 'by', displayName: 'By', type: 'number', default: 0 }] },
);
const adder = subNode('ai_tool', (context) => (n: number) => {
  const sum = n + context.itemIndex + 1;
  context.recordCall([{ json: { n } }], [{ json: { n: sum } }]);
  return sum;
});

const ordinary = [passNode, spread, parity, merge, sum, late, tired, loop, picky, patient, served, asker];
const types = [...ordinary, note];
const inputCount = (type: (typeof types)[number]) => (type === served || type === asker ? 1 : type.inputs.length);
const outputCount = (type: (typeof types)[number]) => type.outputs.length;

export interface RandomShape {
  nodes?: number;
  /** No cycles, and at most one wire to each input: no node runs twice. */
  runsOnce?: boolean;
  /** Some nodes are served by sub-nodes. */
  subNodes?: boolean;
  /** Some nodes change custom and static data. */
  notes?: boolean;
}

/**
 * A random workflow behind one trigger. Any wires between its nodes, cycles included, unless `runsOnce`.
 * @param random 0 ≤ x < 1; a seeded one gives the same workflow again
 */
export const randomWorkflow = (random: () => number, shape: RandomShape = {}): WorkflowBuilder => {
  const { nodes = 2 + Math.floor(random() * 10), runsOnce = false, subNodes = false, notes = false } = shape;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const flow = new WorkflowBuilder().node('Start', startNode, { position: [0, 0] });
  const placed = Array.from({ length: nodes }, (_, index) => ({
    name: `N${index}`,
    type: pick(notes ? types : ordinary),
  }));
  for (const { name, type } of placed) {
    flow.node(name, type, {
      position: [Math.floor(random() * 5) * 20, Math.floor(random() * 5) * 20],
      ...(random() < 0.1 && { disabled: true }),
      ...(random() < 0.1 && { executeOnce: true }),
      ...(random() < 0.2 && { alwaysOutputData: true }),
      ...(random() < 0.5 && {
        onError: pick(['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow'] as const),
      }),
    });
    if ((type !== served && type !== asker) || !subNodes) continue;
    for (let tools = Math.floor(random() * 3); tools > 0; tools--) {
      flow.node(`${name} tool ${tools}`, type === served ? adder : runAdder, {
        ...(type === asker && { parameters: { by: "={{ $fromAI('more', '', 'number') }}" } }),
        ...(random() < 0.2 && { disabled: true }),
      });
      flow.connect(`${name} tool ${tools}`, 0, name, 0, 'ai_tool');
    }
  }

  const taken = new Set<string>();
  const connect = (source: string, output: number, targets: typeof placed) => {
    if (targets.length === 0) return;
    const target = pick(targets);
    const input = Math.floor(random() * inputCount(target.type));
    const port = `${input}:${target.name}`;
    if (runsOnce && taken.has(port)) return;
    taken.add(port);
    flow.connect(source, output, target.name, input);
  };
  connect('Start', 0, placed.slice(0, 1));
  connect('Start', 0, placed);
  for (const [index, { name, type }] of placed.entries()) {
    const targets = runsOnce ? placed.slice(index + 1) : placed;
    for (let output = 0; output < outputCount(type); output++) {
      for (let wires = Math.floor(random() * 2.5); wires > 0; wires--) connect(name, output, targets);
    }
  }
  return flow;
};

/**
 * Loops in loops, each with nodes in its body that wait, fail, make several items of one, or change how many go out in a pass.
 * @param random 0 ≤ x < 1; a seeded one gives the same workflow again
 */
export const randomLoops = (random: () => number): WorkflowBuilder => {
  const flow = new WorkflowBuilder().node('Start', startNode);
  const bodies = [passNode, spread, note, picky, patient, late];
  let count = 0;
  /** Puts some nodes, of which the first comes behind `from`. @returns the port that leads on */
  const chain = (from: string, depth: number): string => {
    let end = from;
    for (let length = 1 + Math.floor(random() * 3); length > 0; length--) {
      const name = `N${++count}`;
      const isLoop = depth > 0 && random() < 0.6;
      const type = isLoop ? loop : bodies[Math.floor(random() * bodies.length)]!;
      const goesOn = random() < 0.5 ? 'continueRegularOutput' : 'continueErrorOutput';
      flow.node(name, type, { onError: goesOn, alwaysOutputData: !isLoop });
      flow.wire(`${end} > ${name}`);
      if (isLoop) flow.wire(`${chain(`${name}:1`, depth - 1)} > ${name}`);
      end = name;
    }
    return end;
  };
  chain('Start', 3);
  return flow;
};
