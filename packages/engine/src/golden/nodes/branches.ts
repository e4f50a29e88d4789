import type { Item } from '@millrace/contract/data';
import { type NodeOptions, testNode } from '../../testing/index.ts';
import { expression, numberOf, place, value } from './place.ts';

/** Several inputs, several outputs, cycles. */

const whenType = testNode(
  (context) => {
    const holds = context.items.map((_, index) => Boolean(context.parameter('value', index)));
    return [context.items.filter((_, index) => holds[index]), context.items.filter((_, index) => !holds[index])];
  },
  { name: 'golden.when', outputs: ['main', 'main'], parameters: value },
);

/** Sends items for which the expression is true to the first output, the others to the second. */
export const when = (code: string, settings?: NodeOptions) => place(whenType, settings, expression(code));

const routeType = testNode(
  (context) => {
    const outputs: Item[][] = [[], [], []];
    for (const [index, item] of context.items.entries()) outputs[Number(context.parameter('value', index))]?.push(item);
    return outputs;
  },
  { name: 'golden.route', outputs: ['main', 'main', 'main'], parameters: value },
);

/** Sends each item to the output, of three, whose number the expression gives. */
export const route = (code: string, settings?: NodeOptions) => place(routeType, settings, expression(code));

const appendType = testNode(({ inputs }) => [inputs.flatMap((items) => items ?? [])], {
  name: 'golden.append',
  inputs: ['main', 'main'],
});

/** A merge with two inputs: all items of the first, then all of the second. */
export const append = (settings?: NodeOptions) => place(appendType, settings);

const appendThreeType = testNode(({ inputs }) => [inputs.flatMap((items) => items ?? [])], {
  name: 'golden.appendThree',
  inputs: ['main', 'main', 'main'],
});

/** The same with three inputs. */
export const appendThree = (settings?: NodeOptions) => place(appendThreeType, settings);

const zipType = testNode(
  ({ inputs: [first, second] }) => [
    (first ?? []).slice(0, second?.length ?? 0).map((item, index) => ({
      json: { n: `${String(item.json.n)}&${String(second?.[index]?.json.n)}` },
      pairedItem: [
        { item: index, input: 0 },
        { item: index, input: 1 },
      ],
    })),
  ],
  { name: 'golden.zip', inputs: ['main', 'main'] },
);

/** A merge by position: one item of each pair, linked to both. */
export const zip = (settings?: NodeOptions) => place(zipType, settings);

const eitherType = testNode(({ inputs }) => [inputs.flatMap((items) => items ?? [])], {
  name: 'golden.either',
  inputs: ['main', 'main'],
  runsWhen: 'anyInput',
});

/** Two inputs; runs for each arrival instead of waiting for both. */
export const either = (settings?: NodeOptions) => place(eitherType, settings);

const loopType = testNode(
  (context) => {
    const { state, runIndex } = context;
    const { begunIn = runIndex, next = 0 } = state as { begunIn?: number; next?: number };
    const end = next + Number(context.parameter('value'));
    const batch = context.itemsOf(begunIn).slice(next, end);
    const isOver = batch.length === 0;
    Object.assign(state, isOver ? { begunIn: undefined, next: undefined } : { begunIn, next: end });
    context.keepItemsFrom(isOver ? undefined : begunIn);
    if (!isOver) return [[], batch];
    const back: Item[] = [];
    for (let run = begunIn + 1; run <= runIndex; run++) back.push(...context.itemsOf(run));
    return [back, []];
  },
  { name: 'golden.loop', keepsState: true, outputs: ['main', 'main'], parameters: value },
);

/** Hands its items out on output 1, so many a pass, then all that came back on output 0. Then it begins anew. */
export const loop = (size: number, settings?: NodeOptions) => place(loopType, settings, { value: size });

const countdownType = testNode(
  (context) => context.forEachItem((item) => (numberOf(item) > 0 ? { json: { n: numberOf(item) - 1 } } : null)),
  { name: 'golden.countdown' },
);

/** One less, until nothing is left. */
export const countdown = (settings?: NodeOptions) => place(countdownType, settings);
