import type { ParameterDefinition } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';
import { type LegacyConditions, legacyComparison } from '../conditions/legacy-conditions.ts';
import { route } from '../conditions/route.ts';
import { switchDescription } from './description.ts';

/** Versions 1 and 2: one value, compared with the rules' values by one type of data; outputs 0 to 3 (1) or as many as are named (2). */

const dataTypes = {
  boolean: { name: 'Boolean', operations: ['equal', 'notEqual'], default: 'equal' },
  dateTime: { name: 'Date & time', operations: ['after', 'before'], default: 'after' },
  number: {
    name: 'Number',
    operations: ['smaller', 'smallerEqual', 'equal', 'notEqual', 'larger', 'largerEqual'],
    default: 'smaller',
  },
  string: {
    name: 'Text',
    operations: [
      'contains',
      'notContains',
      'endsWith',
      'notEndsWith',
      'equal',
      'notEqual',
      'regex',
      'notRegex',
      'startsWith',
      'notStartsWith',
    ],
    default: 'equal',
  },
} as const;

const inRulesMode = (type: keyof typeof dataTypes) => ({ show: { mode: ['rules'], dataType: [type] } });
const label = (operation: string) => operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const valueParameters = (type: keyof typeof dataTypes): ParameterDefinition[] => {
  const value =
    type === 'boolean'
      ? ({ type, default: false, keepsType: true } as const)
      : type === 'number'
        ? ({ type, default: 0, keepsType: true } as const)
        : ({ type, default: '', keepsType: true } as const);
  const outputTarget: ParameterDefinition[] = [
    {
      displayName: 'Output',
      name: 'output',
      type: 'number',
      typeOptions: { minValue: 0, maxValue: 3, numberPrecision: 0 },
      displayOptions: { show: { '@version': [1] } },
      default: 0,
    },
    {
      displayName: 'Output key',
      name: 'outputKey',
      type: 'string',
      displayOptions: { show: { '@version': [2] } },
      default: '',
    },
  ];
  return [
    { displayName: 'Value', name: 'value1', displayOptions: inRulesMode(type), ...value },
    {
      displayName: 'Rules',
      name: 'rules',
      type: 'fixedCollection',
      placeholder: 'Add rule',
      typeOptions: { multipleValues: true, sortable: true },
      displayOptions: inRulesMode(type),
      default: {},
      options: [
        {
          name: 'rules',
          displayName: 'Rule',
          values: [
            {
              displayName: 'Operation',
              name: 'operation',
              type: 'options',
              options: dataTypes[type].operations.map((operation) => ({ name: label(operation), value: operation })),
              default: dataTypes[type].default,
            },
            { displayName: 'Value', name: 'value2', ...value },
            ...outputTarget,
          ],
        },
      ],
    },
  ];
};

interface Rule {
  operation?: string;
  value2?: unknown;
  output?: number;
  outputKey?: string;
}

export const switchNodeV1 = defineNode({
  ...switchDescription,
  versions: [1, 2],
  outputs: `={{ $nodeVersion === 1
    ? ['0', '1', '2', '3'].map((displayName) => ({ type: 'main', displayName }))
    : $parameter.mode === 'expression'
      ? Array.from({ length: $parameter.outputsAmount ?? 4 }, (_, index) => ({ type: 'main', displayName: String(index) }))
      : ($parameter.rules?.rules ?? []).map((rule, index) => ({ type: 'main', displayName: rule.outputKey || String(index) }))
          .concat($parameter.fallbackOutput === 'extra' ? [{ type: 'main', displayName: 'Fallback' }] : [])
  }}`,
  parameters: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      options: [
        { name: 'Rules', value: 'rules' },
        { name: 'Expression', value: 'expression' },
      ],
      default: 'rules',
    },
    {
      displayName: 'Number of outputs',
      name: 'outputsAmount',
      type: 'number',
      displayOptions: { show: { mode: ['expression'], '@version': [2] } },
      typeOptions: { minValue: 1, maxValue: 100 },
      default: 4,
    },
    {
      displayName: 'Output',
      name: 'output',
      type: 'number',
      displayOptions: { show: { mode: ['expression'] } },
      typeOptions: { minValue: 0 },
      default: 0,
    },
    {
      displayName: 'Data type',
      name: 'dataType',
      type: 'options',
      displayOptions: { show: { mode: ['rules'] } },
      options: Object.entries(dataTypes).map(([value, { name }]) => ({ name, value })),
      default: 'number',
    },
    ...valueParameters('boolean'),
    ...valueParameters('dateTime'),
    ...valueParameters('number'),
    ...valueParameters('string'),
    {
      displayName: 'Fallback output',
      name: 'fallbackOutput',
      type: 'options',
      displayOptions: { show: { mode: ['rules'] } },
      options: [
        { name: 'None', value: -1 },
        ...[0, 1, 2, 3].map((value) => ({ name: String(value), value })),
        { name: 'Extra output', value: 'extra', displayOptions: { show: { '@version': [2] } } },
      ],
      default: -1,
    },
  ] as ParameterDefinition[],
  repeatable: true,
  execute: (context) => {
    const value = (name: string, index: number): unknown => context.parameter(name, index);
    const named = context.node.typeVersion >= 2;
    const expressionMode = context.rawParameter('mode') === 'expression';
    if (expressionMode) {
      return route(context, named ? Number(value('outputsAmount', 0)) : 4, (_item, index) =>
        Number(value('output', index)),
      );
    }
    const rulesOf = (index: number): Rule[] => (value('rules', index) as { rules?: Rule[] }).rules ?? [];
    const extra = named && value('fallbackOutput', 0) === 'extra' ? 1 : 0;
    const ruleCount = rulesOf(0).length;
    return route(context, named ? ruleCount + extra : 4, (_item, index) => {
      const type = value('dataType', index) as keyof LegacyConditions;
      const left = value('value1', index);
      for (const [position, rule] of rulesOf(index).entries()) {
        if (legacyComparison(type, rule.operation ?? dataTypes[type].default)?.(left, rule.value2)) {
          return named ? position : (rule.output ?? 0);
        }
      }
      const fallback = value('fallbackOutput', index);
      if (fallback === 'extra') return ruleCount;
      return Number(fallback) < 0 ? undefined : Number(fallback);
    });
  },
});
