import type { FilterOptions, ParameterDefinition } from '@millrace/contract/data';
import type { ExecuteContext } from '@millrace/engine/node-api';
import { evaluateFilter } from './evaluate-filter.ts';

/** What If, Filter and Switch offer beside their conditions. */

export const looseTypeValidationParameter = {
  displayName: 'Convert types where required',
  name: 'looseTypeValidation',
  type: 'boolean',
  default: false,
  description: 'Whether to convert values of different types before comparing instead of failing',
} as const satisfies ParameterDefinition;

export const ignoreCaseParameter = {
  displayName: 'Ignore case',
  name: 'ignoreCase',
  type: 'boolean',
  default: true,
  description: 'Whether to ignore upper and lower case',
} as const satisfies ParameterDefinition;

interface FilterFlags {
  ignoreCase?: boolean;
  looseTypeValidation?: boolean;
}

/** What the node's own switches change in the options that are stored with the conditions. */
export const filterOverrides = (options: FilterFlags, looseTypeValidation: boolean | undefined): FilterOptions => ({
  ...(options.ignoreCase === undefined ? {} : { caseSensitive: !options.ignoreCase }),
  ...(looseTypeValidation || options.looseTypeValidation ? { typeValidation: 'loose' } : {}),
});

/** Parameters of If and Filter: conditions, and how they compare. */
export const filterParameters = [
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
] as const satisfies readonly ParameterDefinition[];

/** Whether the item meets the conditions of `filterParameters`. */
export const meetsConditions = (context: Pick<ExecuteContext<typeof filterParameters>, 'parameter'>, index: number) =>
  evaluateFilter(
    context.parameter('conditions', index),
    filterOverrides(context.parameter('options', index), context.parameter('looseTypeValidation', index)),
    index,
  );
