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
const adder = subNode('ai_tool', (context) => (n: number) => {
  const sum = n + context.itemIndex + 1;
  context.recordCall([{ json: { n } }], [{ json: { n: sum } }]);
  return sum;
});

const types = [passNode, spread, parity, merge, sum, late, tired, picky, patient, served];
const inputCount = (type: (typeof types)[number]) => (type === served ? 1 : type.inputs.length);
const outputCount = (type: (typeof types)[number]) => type.outputs.length;

export interface RandomShape {
  nodes?: number;
  /** No cycles, and at most one wire to each input: no node runs twice. */
  runsOnce?: boolean;
  /** Some nodes are served by sub-nodes. */
  subNodes?: boolean;
}

/**
 * A random workflow behind one trigger. Any wires between its nodes, cycles included, unless `runsOnce`.
 * @param random 0 ≤ x < 1; a seeded one gives the same workflow again
 */
export const randomWorkflow = (random: () => number, shape: RandomShape = {}): WorkflowBuilder => {
  const { nodes = 2 + Math.floor(random() * 10), runsOnce = false, subNodes = false } = shape;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const flow = new WorkflowBuilder().node('Start', startNode, { position: [0, 0] });
  const placed = Array.from({ length: nodes }, (_, index) => ({ name: `N${index}`, type: pick(types) }));
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
    if (type !== served || !subNodes) continue;
    for (let tools = Math.floor(random() * 3); tools > 0; tools--) {
      flow.node(`${name} tool ${tools}`, adder, { ...(random() < 0.2 && { disabled: true }) });
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
