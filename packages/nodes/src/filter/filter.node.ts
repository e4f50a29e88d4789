import { defineNode } from '@millrace/engine/node-api';
import { filterParameters, meetsConditions } from '../conditions/filter-parameters.ts';
import { route } from '../conditions/route.ts';
import { filterDescription } from './description.ts';

export const filterNode = defineNode({
  ...filterDescription,
  versions: [2, 2.1, 2.2, 2.3],
  defaultVersion: 2.3,
  outputs: ['main'],
  outputNames: ['Kept'],
  parameters: filterParameters,
  repeatable: true,
  execute: (context) => route(context, 1, (_item, index) => (meetsConditions(context, index) ? 0 : undefined)),
});
