import { defineNode } from '@millrace/engine/node-api';
import { evaluateLegacyConditions, legacyConditionParameters } from '../conditions/legacy-conditions.ts';
import { route } from '../conditions/route.ts';
import { filterDescription } from './description.ts';

export const filterNodeV1 = defineNode({
  ...filterDescription,
  versions: [1],
  outputs: ['main', 'main'],
  outputNames: ['Kept', 'Discarded'],
  parameters: [
    legacyConditionParameters[0],
    {
      displayName: 'Combine',
      name: 'combineConditions',
      type: 'options',
      options: [
        { name: 'All', value: 'AND', description: 'All conditions must match' },
        { name: 'Any', value: 'OR', description: 'Any condition must match' },
      ],
      default: 'AND',
    },
  ],
  repeatable: true,
  execute: (context) =>
    route(context, 2, (_item, index) => {
      const combine = context.parameter('combineConditions', index) === 'OR' ? 'any' : 'all';
      return evaluateLegacyConditions(context.parameter('conditions', index), combine) ? 0 : 1;
    }),
});
