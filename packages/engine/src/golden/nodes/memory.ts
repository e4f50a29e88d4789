import type { ParameterDefinition } from '@millrace/contract/data';
import { type NodeOptions, testNode } from '../../testing/index.ts';
import { place } from './place.ts';

/** Nodes that keep something: within a run, between runs, for people who search. */

const countType = testNode(
  ({ state }) => {
    state.count = Number(state.count ?? 0) + 1;
    return [[{ json: { n: Number(state.count) } }]];
  },
  { name: 'golden.count', keepsState: true },
);

/** Gives one item: how often it has run. */
export const count = (settings?: NodeOptions) => place(countType, settings);

const scopeParameter = [
  { name: 'scope', displayName: 'Scope', type: 'string', default: 'node' },
] as const satisfies readonly ParameterDefinition[];

const tallyType = testNode(
  (context) => {
    const data = context.staticData(context.parameter('scope') === 'global' ? 'global' : 'node');
    data.count = Number(data.count ?? 0) + 1;
    return [[{ json: { n: Number(data.count) } }]];
  },
  { name: 'golden.tally', parameters: scopeParameter },
);

/** Counts in static data. */
export const tally = (scope: 'node' | 'global', settings?: NodeOptions) => place(tallyType, settings, { scope });

const labelType = testNode(
  (context) => {
    for (const item of context.items) context.customData.set('order', item.json.n);
    return [[...context.items]];
  },
  { name: 'golden.label' },
);

/** Keeps the value of its last item as custom data of the execution. */
export const label = (settings?: NodeOptions) => place(labelType, settings);
