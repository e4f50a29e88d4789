import type { Item, Json, ParameterDefinition } from '@millrace/contract/data';
import { defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import { listNames } from '../fields/assign.ts';
import { disableDotNotationOption, fieldNames } from '../fields/parameters.ts';
import { findMatches, type mergeItems, passOn } from '../merge/combine.ts';
import { fieldPairs, matchKey, requireFields } from '../merge/match-key.ts';
import { matchFieldsParameter } from '../merge/parameters.ts';
import { areSame, bothVersions, type Comparison, isFilled, mixed } from './compare.ts';

const resolve = {
  displayName: 'When there are differences',
  name: 'resolve',
  type: 'options',
  options: [
    { name: 'Use input A version', value: 'preferInput1' },
    { name: 'Use input B version', value: 'preferInput2' },
    {
      name: 'Use a mix of versions',
      value: 'mix',
      description: 'Use one input for some fields and the other for the rest',
    },
    {
      name: 'Include both versions',
      value: 'includeBoth',
      description: 'Group matching fields separately from those that differ',
    },
  ],
  default: 'includeBoth',
} as const satisfies ParameterDefinition;

const fuzzyCompare = {
  displayName: 'Fuzzy compare',
  name: 'fuzzyCompare',
  type: 'boolean',
  default: false,
  description:
    'Whether to treat values such as the number 3 and the text "3" as equal, and all kinds of empty values alike',
} as const satisfies ParameterDefinition;

const parameters = [
  { ...matchFieldsParameter, description: 'Items match if these fields have the same values' },
  { ...resolve, default: 'preferInput2', displayOptions: { show: { '@version': [1] } } },
  { ...resolve, displayOptions: { hide: { '@version': [1] } } },
  { ...fuzzyCompare, displayOptions: { hide: { '@version': [1] } } },
  {
    displayName: 'Prefer',
    name: 'preferWhenMix',
    type: 'options',
    options: [
      { name: 'Input A version', value: 'input1' },
      { name: 'Input B version', value: 'input2' },
    ],
    default: 'input1',
    displayOptions: { show: { resolve: ['mix'] } },
  },
  {
    displayName: 'For everything except',
    name: 'exceptWhenMix',
    ...fieldNames,
    placeholder: 'id, country',
    description: 'Fields to take from the other input, separated by commas',
    displayOptions: { show: { resolve: ['mix'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        displayName: 'Fields to skip comparing',
        name: 'skipFields',
        ...fieldNames,
        placeholder: 'updated_at, updated_by',
        description: 'Fields to ignore when comparing items, separated by commas',
      },
      { ...fuzzyCompare, displayOptions: { show: { '@version': [1] } } },
      disableDotNotationOption,
      {
        displayName: 'Multiple matches',
        name: 'multipleMatches',
        type: 'options',
        options: [
          { name: 'Include first match only', value: 'first' },
          { name: 'Include all matches', value: 'all' },
        ],
        default: 'first',
        description: 'What to do if several items of input B match one item of input A',
      },
    ],
  },
] as const;

type Context = ExecuteContext<typeof parameters>;

export const compareDatasetsNode = defineNode({
  name: 'core.compareDatasets',
  displayName: 'Compare Datasets',
  aliases: ['n8n-nodes-base.compareDatasets'],
  description: 'Compares two inputs and shows what they have in common and where they differ',
  versions: [1, 2, 2.1, 2.2, 2.3],
  defaultVersion: 2.3,
  group: ['transform'],
  defaults: { name: 'Compare Datasets', color: '#2f9457' },
  inputs: ['main', 'main'],
  inputNames: ['Input A', 'Input B'],
  outputs: ['main', 'main', 'main', 'main'],
  outputNames: ['In A only', 'Same', 'Different', 'In B only'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow', 'Data Transformation'] },
    alias: ['diff', 'compare', 'sync', 'changes', 'new', 'changed', 'match'],
  },
  parameters,
  execute: (context) => {
    const pairs = fieldPairs(context.parameter('mergeByFields').values ?? []);
    const options = context.parameter('options');
    const comparison: Comparison = {
      version: context.node.typeVersion,
      fuzzy: (context.node.typeVersion > 1 ? context.parameter('fuzzyCompare') : options.fuzzyCompare) ?? false,
      dotNotation: !options.disableDotNotation,
      skipFields: listNames(options.skipFields as Json | undefined),
    };
    const inputs = [context.inputs[0] ?? [], context.inputs[1] ?? []] as const;
    requireFields(inputs, pairs, comparison.dotNotation);
    return compareInputs(context, inputs, pairs, comparison);
  },
});

const compareInputs = (
  context: Context,
  inputs: readonly [readonly Item[], readonly Item[]],
  pairs: readonly { field1: string; field2: string }[],
  comparison: Comparison,
): Item[][] => {
  const { dotNotation, fuzzy } = comparison;
  const keyOf = (fields: readonly string[]) => {
    const strict = matchKey(fields, dotNotation, false);
    const loose = matchKey(fields, dotNotation, true);
    return (item: Item) => (strict(item) === undefined || !fuzzy ? strict(item) : loose(item));
  };
  const fields = pairs.map(({ field1 }) => field1);
  const firstOnly = context.parameter('options').multipleMatches !== 'all';
  const matches = findMatches(
    inputs,
    [keyOf(fields), keyOf(pairs.map(({ field2 }) => field2))],
    firstOnly ? 'first' : 'all',
  );
  const same = new Map<number, Item>();
  const different: Item[] = [];
  const tell = differenceTeller(context, fields, comparison);
  for (const pair of matches.pairs) {
    const [first, second] = pair;
    if (areSame(first.item.json, second.item.json, comparison)) {
      const shown = fuzzy && context.parameter('resolve') === 'preferInput2' ? second : first;
      if (!same.has(first.index)) same.set(first.index, linked(shown.item, pair));
    } else different.push(linked(tell(first.item, second.item), pair));
  }
  const [onlyA, onlyB] = matches.unmatched;
  return [onlyA.map(passOn).filter(isFilled), [...same.values()], different, onlyB.map(passOn).filter(isFilled)];
};

type Pair = Parameters<typeof mergeItems>[0];

const linked = (item: Item, pair: Pair): Item => ({
  ...item,
  pairedItem: pair.map(({ index, input }) => ({ item: index, input })),
});

/** The item for two that differ, as the parameters say. */
const differenceTeller = (context: Context, fields: readonly string[], comparison: Comparison) => {
  const resolve = context.parameter('resolve');
  const except = resolve === 'mix' ? listNames(context.parameter('exceptWhenMix')) : [];
  const prefersFirst = resolve === 'mix' && context.parameter('preferWhenMix') === 'input1';
  return (first: Item, second: Item): Item => {
    if (resolve === 'preferInput1') return first;
    if (resolve === 'preferInput2') return second;
    if (resolve !== 'mix') return { json: bothVersions(first.json, second.json, fields, comparison) };
    const [preferred, other] = prefersFirst ? [first, second] : [second, first];
    return { ...preferred, json: mixed(preferred.json, other.json, except, comparison.dotNotation) };
  };
};
