import type { Item } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';
import { evaluateFilter } from '../conditions/evaluate-filter.ts';
import { filterOverrides, ignoreCaseParameter, looseTypeValidationParameter } from '../conditions/filter-parameters.ts';
import { route } from '../conditions/route.ts';
import { ifDescription } from './description.ts';

export const ifNode = defineNode({
  ...ifDescription,
  versions: [2, 2.1, 2.2, 2.3],
  defaultVersion: 2.3,
  parameters: [
    { displayName: 'Conditions', name: 'conditions', type: 'filter', default: {} },
    { ...looseTypeValidationParameter, displayOptions: { show: { '@version': [{ _cnd: { gte: 2.1 } }] } } },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        ignoreCaseParameter,
        { ...looseTypeValidationParameter, displayOptions: { show: { '@version': [{ _cnd: { lt: 2.1 } }] } } },
      ],
    },
  ],
  execute: (context) =>
    route(context, 2, (_item: Item, index) => {
      const overrides = filterOverrides(
        context.parameter('options', index),
        context.parameter('looseTypeValidation', index),
      );
      return evaluateFilter(context.parameter('conditions', index), overrides, index) ? 0 : 1;
    }),
});
