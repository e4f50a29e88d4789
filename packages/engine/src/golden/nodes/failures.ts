import { NodeError } from '../../node-api/errors.ts';
import { type NodeOptions, testNode } from '../../testing/index.ts';
import { expression, place, value } from './place.ts';

/** Nodes that fail, or never come back. */

const failIfType = testNode(
  (context) =>
    context.forEachItem((item, index) => {
      if (context.parameter('value', index)) throw new NodeError(`No ${String(item.json.n)}`);
      return item;
    }),
  { name: 'golden.failIf', parameters: value },
);

/** Fails for the items for which the expression is true, hands the others on. */
export const failIf = (code: string, settings?: NodeOptions) => place(failIfType, settings, expression(code));

const brokenType = testNode(
  () => {
    throw new NodeError('Broken');
  },
  { name: 'golden.broken' },
);

/** Fails as a whole. */
export const broken = (settings?: NodeOptions) => place(brokenType, settings);

const flakyType = testNode(
  (context) => {
    const { items, state, runIndex } = context;
    const calls = state.run === runIndex ? Number(state.calls) + 1 : 1;
    Object.assign(state, { run: runIndex, calls });
    if (calls <= Number(context.parameter('value'))) throw new NodeError(`Failure ${calls}`);
    return [[...items]];
  },
  { name: 'golden.flaky', keepsState: true, parameters: value },
);

/** Fails as a whole the first so many times that it is called, in each of its runs. */
export const flaky = (failures: number, settings?: NodeOptions) => place(flakyType, settings, { value: failures });

const hangType = testNode(() => new Promise<never>(() => {}), { name: 'golden.hang' });

/** Never comes back. */
export const hang = (settings?: NodeOptions) => place(hangType, settings);
