import type { Item, JsonObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError, type NodeOutput } from '@millrace/engine/node-api';
import { runCode } from '../code/run.ts';
import { listNames } from '../fields/assign.ts';
import { fieldNames } from '../fields/parameters.ts';
import { append, combineAll, combineByPosition, emptyItem, passOn, tag } from './combine.ts';
import { joinByFields } from './join.ts';
import { fieldPairs } from './match-key.ts';
import {
  clashOf,
  joinParameters,
  matchFieldsParameter,
  mergeDescription,
  mergeOptions,
  unknownMode,
} from './parameters.ts';

const byFields = { show: { mode: ['combine'], combineBy: ['combineByFields'] } };

const numberOfInputs = {
  displayName: 'Number of inputs',
  name: 'numberInputs',
  type: 'options',
  noDataExpression: true,
  options: [2, 3, 4, 5, 6, 7, 8, 9, 10].map((value) => ({ name: String(value), value })),
  default: 2,
} as const;

const parameters = [
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Append', value: 'append', description: 'All items of all inputs, one input after another' },
      { name: 'Combine', value: 'combine', description: 'Merge matching items into one' },
      { name: 'SQL query', value: 'combineBySql', description: 'Join the inputs with SQL, as tables' },
      { name: 'Choose branch', value: 'chooseBranch', description: 'Wait for all inputs and pass on one of them' },
    ],
    default: 'append',
  },
  {
    displayName: 'Combine by',
    name: 'combineBy',
    type: 'options',
    noDataExpression: true,
    options: [
      {
        name: 'Matching fields',
        value: 'combineByFields',
        description: 'Merge items with the same values in the given fields',
      },
      {
        name: 'Position',
        value: 'combineByPosition',
        description: 'Pair items by position: first with first, second with second',
      },
      {
        name: 'All possible combinations',
        value: 'combineAll',
        description: 'Combine each item with every item of the other input',
      },
    ],
    default: 'combineByFields',
    displayOptions: { show: { mode: ['combine'] } },
  },
  { ...numberOfInputs, displayOptions: { show: { mode: ['append', 'combineBySql', 'chooseBranch'] } } },
  { ...numberOfInputs, displayOptions: { show: { mode: ['combine'], combineBy: ['combineByPosition'] } } },
  {
    displayName: 'Query',
    name: 'query',
    type: 'string',
    typeOptions: { editor: 'sqlEditor', rows: 5 },
    default: 'SELECT * FROM input1 LEFT JOIN input2 ON input1.name = input2.id\n',
    description: 'The inputs are available as the tables input1, input2 and so on. Use SQLite syntax; read-only.',
    displayOptions: { show: { mode: ['combineBySql'] } },
  },
  {
    displayName: 'Fields have different names',
    name: 'advanced',
    type: 'boolean',
    default: false,
    displayOptions: byFields,
  },
  {
    displayName: 'Fields to match',
    name: 'fieldsToMatchString',
    ...fieldNames,
    placeholder: 'id, name',
    description: 'The fields that both inputs have, separated by commas',
    displayOptions: { show: { ...byFields.show, advanced: [false] } },
  },
  { ...matchFieldsParameter, displayOptions: { show: { ...byFields.show, advanced: [true] } } },
  { ...joinParameters[0], displayOptions: byFields },
  {
    ...joinParameters[1],
    displayOptions: { show: { ...byFields.show, ...joinParameters[1].displayOptions.show } },
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    options: [
      { name: 'Data of one input', value: 'specifiedInput' },
      { name: 'One empty item', value: 'empty' },
    ],
    default: 'specifiedInput',
    displayOptions: { show: { mode: ['chooseBranch'] } },
  },
  {
    displayName: 'Use data of input',
    name: 'useDataOfInput',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 10, numberPrecision: 0 },
    default: 1,
    displayOptions: { show: { mode: ['chooseBranch'], output: ['specifiedInput'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: mergeOptions,
    displayOptions: { show: { mode: ['combine'] } },
  },
] as const;

export const mergeNode = defineNode({
  ...mergeDescription,
  versions: [3, 3.1, 3.2],
  defaultVersion: 3.2,
  subtitle: '={{ $parameter.mode }}',
  inputs: `={{ Array.from(
    { length: $parameter.mode === 'combine' && $parameter.combineBy !== 'combineByPosition' ? 2 : Number($parameter.numberInputs ?? 2) },
    (_, index) => ({ type: 'main', displayName: 'Input ' + (index + 1) }),
  ) }}`,
  parameters,
  repeatable: true,
  execute: (context) => (context.parameter('mode') === 'combineBySql' ? queryInputs(context) : [merge(context)]),
});

/** Links that a result may have in all: each row is linked to all that it may come from. */
const mostLinks = 10_000;

const queryInputs = async (context: ExecuteContext<typeof parameters>): Promise<NodeOutput> => {
  const inputs = context.inputs.map((items) => items ?? []);
  const source = context.parameter('query');
  const code = { language: 'sql', source, form: 'once' } as const;
  const rows = (await runCode(context as unknown as ExecuteContext, code, inputs)) as JsonObject[];
  const links = inputs.flatMap((items, input) => items.map((_, item) => ({ item, input })));
  const isLinked = links.length * rows.length <= mostLinks;
  return [rows.map((json): Item => (isLinked ? { json, pairedItem: links } : { json }))];
};

const merge = (context: ExecuteContext<typeof parameters>): Item[] => {
  const inputs = context.inputs.map((items) => items ?? []);
  const two = [inputs[0] ?? [], inputs[1] ?? []] as const;
  switch (context.parameter('mode')) {
    case 'append':
      return append(inputs);
    case 'chooseBranch': {
      if (context.parameter('output') === 'empty') return [emptyItem(inputs)];
      const input = Number(context.parameter('useDataOfInput')) - 1;
      const items = inputs[input];
      if (!items)
        throw new NodeError(`There is no input ${input + 1}`, { description: `The node has ${inputs.length} inputs.` });
      return tag(items, input).map(passOn);
    }
    case 'combine': {
      const options = context.parameter('options');
      const combineBy = context.parameter('combineBy');
      if (combineBy === 'combineByPosition') {
        return combineByPosition(inputs, clashOf(options, 'last'), options.includeUnpaired ?? false);
      }
      if (combineBy === 'combineAll') return combineAll(...two, clashOf(options, 1));
      const pairs = context.parameter('advanced')
        ? (context.parameter('mergeByFields').values ?? [])
        : listNames(context.parameter('fieldsToMatchString')).map((name) => ({ field1: name, field2: name }));
      return joinByFields(
        two,
        fieldPairs(pairs),
        context.parameter('joinMode'),
        context.parameter('outputDataFrom'),
        options,
      );
    }
    default:
      throw unknownMode(context.parameter('mode'));
  }
};
