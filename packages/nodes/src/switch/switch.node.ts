import type { Item } from '@millrace/contract/data';
import { defineNode, NodeError } from '@millrace/engine/node-api';
import { evaluateFilter } from '../conditions/evaluate-filter.ts';
import { filterOverrides, ignoreCaseParameter, looseTypeValidationParameter } from '../conditions/filter-parameters.ts';
import { route } from '../conditions/route.ts';
import { switchDescription } from './description.ts';

const inRulesMode = { show: { mode: ['rules'] } };

/** One output a rule, one more for the rest if it is wanted; or as many as are asked for in expression mode. */
const outputs = `={{ $parameter.mode === 'expression'
  ? Array.from({ length: $parameter.numberOutputs ?? 4 }, (_, index) => ({ type: 'main', displayName: String(index) }))
  : ($parameter.rules?.values ?? []).map((rule, index) => ({
      type: 'main',
      displayName: rule.renameOutput && rule.outputKey ? rule.outputKey : String(index),
    })).concat($parameter.options?.fallbackOutput === 'extra'
      ? [{ type: 'main', displayName: $parameter.options.renameFallbackOutput ?? 'Fallback' }]
      : [])
}}`;

export const switchNode = defineNode({
  ...switchDescription,
  versions: [3, 3.1, 3.2, 3.3, 3.4],
  defaultVersion: 3.4,
  outputs,
  parameters: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      noDataExpression: true,
      options: [
        { name: 'Rules', value: 'rules', description: 'Define a condition for each output' },
        { name: 'Expression', value: 'expression', description: 'Compute the output number with an expression' },
      ],
      default: 'rules',
    },
    {
      displayName: 'Number of outputs',
      name: 'numberOutputs',
      type: 'number',
      noDataExpression: true,
      displayOptions: { show: { mode: ['expression'] } },
      typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
      default: 4,
    },
    {
      displayName: 'Output index',
      name: 'output',
      type: 'number',
      displayOptions: { show: { mode: ['expression'] } },
      typeOptions: { minValue: 0, numberPrecision: 0 },
      default: 0,
      description: 'The output to send the item to, counted from 0. Use an expression.',
    },
    {
      displayName: 'Rules',
      name: 'rules',
      type: 'fixedCollection',
      placeholder: 'Add rule',
      displayOptions: inRulesMode,
      typeOptions: { multipleValues: true, sortable: true },
      default: {
        values: [
          {
            conditions: {
              options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
              conditions: [{ leftValue: '', rightValue: '', operator: { type: 'string', operation: 'equals' } }],
              combinator: 'and',
            },
          },
        ],
      },
      options: [
        {
          name: 'values',
          displayName: 'Rule',
          values: [
            { displayName: 'Conditions', name: 'conditions', type: 'filter', default: {} },
            { displayName: 'Rename output', name: 'renameOutput', type: 'boolean', default: false },
            {
              displayName: 'Output name',
              name: 'outputKey',
              type: 'string',
              displayOptions: { show: { renameOutput: [true] } },
              default: '',
            },
          ],
        },
      ],
    },
    {
      ...looseTypeValidationParameter,
      displayOptions: { show: { mode: ['rules'], '@version': [{ _cnd: { gte: 3.1 } }] } },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      displayOptions: inRulesMode,
      default: {},
      options: [
        {
          displayName: 'Fallback output',
          name: 'fallbackOutput',
          type: 'options',
          options: [
            { name: 'None', value: 'none', description: 'Drop items that match no rule' },
            {
              name: 'Extra output',
              value: 'extra',
              description: 'Send items that match no rule to an extra output',
            },
            ...Array.from({ length: 20 }, (_, index) => ({ name: `Output ${index}`, value: index })),
          ],
          default: 'none',
        },
        ignoreCaseParameter,
        { ...looseTypeValidationParameter, displayOptions: { show: { '@version': [{ _cnd: { lt: 3.1 } }] } } },
        {
          displayName: 'Rename fallback output',
          name: 'renameFallbackOutput',
          type: 'string',
          default: 'Fallback',
        },
        {
          displayName: 'Send to all that match',
          name: 'allMatchingOutputs',
          type: 'boolean',
          default: false,
          description: 'Whether to send items to every output whose rule matches, not only the first',
        },
      ],
    },
  ],
  repeatable: true,
  execute: (context) => {
    if (context.rawParameter('mode') === 'expression') {
      return route(context, Math.floor(context.parameter('numberOutputs')), (_item, index) =>
        context.parameter('output', index),
      );
    }
    const ruleCount = countOf(context.rawParameter('rules'));
    const extra = context.parameter('options').fallbackOutput === 'extra' ? 1 : 0;
    if (ruleCount + extra === 0)
      throw new NodeError('There are no rules', { description: 'Add at least one rule to this node.' });
    return route(context, ruleCount + extra, (_item: Item, index) => {
      const options = context.parameter('options', index);
      const overrides = filterOverrides(options, context.parameter('looseTypeValidation', index));
      const matching: number[] = [];
      for (const [output, rule] of (context.parameter('rules', index).values ?? []).entries()) {
        if (rule.conditions && evaluateFilter(rule.conditions, overrides, index)) {
          if (!options.allMatchingOutputs) return output;
          matching.push(output);
        }
      }
      if (matching.length > 0) return matching;
      const fallback = options.fallbackOutput ?? 'none';
      if (fallback === 'none') return undefined;
      return fallback === 'extra' ? ruleCount : Number(fallback);
    });
  },
});

const countOf = (rules: unknown): number => {
  const values = (rules as { values?: unknown[] } | undefined)?.values;
  return Array.isArray(values) ? values.length : 0;
};
