import { defineNode } from '@millrace/engine/node-api';
import { evaluateLegacyConditions, legacyConditionParameters } from '../conditions/legacy-conditions.ts';
import { route } from '../conditions/route.ts';
import { ifDescription } from './description.ts';

export const ifNodeV1 = defineNode({
  ...ifDescription,
  versions: [1],
  parameters: legacyConditionParameters,
  repeatable: true,
  execute: (context) =>
    route(context, 2, (_item, index) =>
      evaluateLegacyConditions(context.parameter('conditions', index), context.parameter('combineOperation', index))
        ? 0
        : 1,
    ),
});
