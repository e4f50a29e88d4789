import { defineNode } from '@millrace/engine/node-api';
import { filterParameters, meetsConditions } from '../conditions/filter-parameters.ts';
import { route } from '../conditions/route.ts';
import { ifDescription } from './description.ts';

export const ifNode = defineNode({
  ...ifDescription,
  versions: [2, 2.1, 2.2, 2.3],
  defaultVersion: 2.3,
  parameters: filterParameters,
  repeatable: true,
  execute: (context) => route(context, 2, (_item, index) => (meetsConditions(context, index) ? 0 : 1)),
});
