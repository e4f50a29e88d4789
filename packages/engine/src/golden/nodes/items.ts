import { type NodeOptions, passNode, startNode, testNode } from '../../testing/index.ts';
import { expression, numberOf, place, value } from './place.ts';

/** One input, one output: what becomes of items, and of their links. */

/** A trigger: gives the items that the run starts with. */
export const start = (settings?: NodeOptions) => place(startNode, settings);

/** Hands its items on. */
export const pass = (settings?: NodeOptions) => place(passNode, settings);

/** A type that nobody knows. */
export const unknown = (settings?: NodeOptions) => place('acme.missing', settings);

const setType = testNode(
  (context) => context.forEachItem((_, index) => ({ json: { n: context.parameter('value', index) } })),
  { name: 'golden.set', parameters: value },
);

/** Gives `n` of each item the value of an expression. */
export const set = (code: string, settings?: NodeOptions) => place(setType, settings, expression(code));

const keepType = testNode(
  (context) => context.forEachItem((item, index) => (context.parameter('value', index) ? item : null)),
  { name: 'golden.keep', parameters: value },
);

/** Lets the items through for which the expression is true. */
export const keep = (code: string, settings?: NodeOptions) => place(keepType, settings, expression(code));

const nothingType = testNode(() => [[]], { name: 'golden.nothing' });

/** Gives no items. */
export const nothing = (settings?: NodeOptions) => place(nothingType, settings);

const lateType = testNode(
  async ({ items }) => {
    await Promise.resolve();
    return [[...items]];
  },
  { name: 'golden.late' },
);

/** Hands its items on, later than at once. */
export const late = (settings?: NodeOptions) => place(lateType, settings);

const splitType = testNode(
  (context) =>
    context.forEachItem((item) => ['a', 'b'].map((part) => ({ json: { n: `${String(item.json.n)}${part}` } }))),
  { name: 'golden.split' },
);

/** Makes two items of each: one to many, with links. */
export const split = (settings?: NodeOptions) => place(splitType, settings);

const gatherType = testNode(
  ({ items }) => [
    [{ json: { n: items.map((item) => item.json.n).join('+') }, pairedItem: items.map((_, index) => index) }],
  ],
  { name: 'golden.gather' },
);

/** Makes one item of all, linked to all: many to one. */
export const gather = (settings?: NodeOptions) => place(gatherType, settings);

const totalType = testNode(({ items }) => [[{ json: { n: items.reduce((sum, item) => sum + numberOf(item), 0) } }]], {
  name: 'golden.total',
});

/** Makes one item of all and does not say of which. */
export const total = (settings?: NodeOptions) => place(totalType, settings);

const reverseType = testNode(({ items }) => [items.toReversed()], { name: 'golden.reverse' });

/** Turns the order of its items round; they keep their links. */
export const reverse = (settings?: NodeOptions) => place(reverseType, settings);

const makeType = testNode(
  (context) => [
    Array.from({ length: Number(context.parameter('value')) }, (_, index) => ({ json: { n: 'abc'[index]! } })),
  ],
  { name: 'golden.make', parameters: value },
);

/** Makes so many new items (`a`, `b`, `c`) and does not say of what. */
export const make = (count: number, settings?: NodeOptions) => place(makeType, settings, { value: count });

const attachType = testNode(
  (context) =>
    context.forEachItem((item) => ({
      json: item.json,
      binary: { file: { id: `file-${String(item.json.n)}`, mimeType: 'text/plain' } },
    })),
  { name: 'golden.attach' },
);

/** Adds a file to each item. */
export const attach = (settings?: NodeOptions) => place(attachType, settings);
