import type { Item } from '@millrace/contract/data';
import { defineNode } from '@millrace/engine/node-api';
import {
  append,
  type Clash,
  combineAll,
  combineByPosition,
  emptyItem,
  findMatches,
  mergeItems,
  passOn,
  tag,
} from './combine.ts';
import { matchKey } from './match-key.ts';
import { mergeDescription, unknownMode } from './parameters.ts';

const keyModes = ['keepKeyMatches', 'mergeByKey', 'removeKeyMatches'];
const secondWins: Clash = { prefer: 1, deep: false, overrideEmpty: false };

/** Version 1: two inputs, one flat list of modes. */
export const mergeNodeV1 = defineNode({
  ...mergeDescription,
  versions: [1],
  inputs: ['main', 'main'],
  inputNames: ['Input 1', 'Input 2'],
  parameters: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      options: [
        { name: 'Append', value: 'append', description: 'Items of both inputs' },
        {
          name: 'Keep key matches',
          value: 'keepKeyMatches',
          description: 'Items of input 1 that have a match in input 2',
        },
        {
          name: 'Merge by index',
          value: 'mergeByIndex',
          description: 'Pair items by position: first with first, second with second',
        },
        {
          name: 'Merge by key',
          value: 'mergeByKey',
          description: 'Add fields of input 2 to matching items of input 1',
        },
        { name: 'Multiplex', value: 'multiplex', description: 'Combine each item with every item of the other input' },
        { name: 'Pass-through', value: 'passThrough', description: 'Wait for both inputs and pass on one of them' },
        {
          name: 'Remove key matches',
          value: 'removeKeyMatches',
          description: 'Items of input 1 that have no match in input 2',
        },
        { name: 'Wait', value: 'wait', description: 'Wait for both inputs and return one empty item' },
      ],
      default: 'append',
    },
    {
      displayName: 'Join',
      name: 'join',
      type: 'options',
      options: [
        { name: 'Inner join', value: 'inner', description: 'As many items as the shorter input' },
        { name: 'Left join', value: 'left', description: 'As many items as input 1' },
        { name: 'Outer join', value: 'outer', description: 'As many items as the longer input' },
      ],
      default: 'left',
      displayOptions: { show: { mode: ['mergeByIndex'] } },
    },
    {
      displayName: 'Property input 1',
      name: 'propertyName1',
      type: 'string',
      default: '',
      displayOptions: { show: { mode: keyModes } },
    },
    {
      displayName: 'Property input 2',
      name: 'propertyName2',
      type: 'string',
      default: '',
      displayOptions: { show: { mode: keyModes } },
    },
    {
      displayName: 'Output data',
      name: 'output',
      type: 'options',
      options: [
        { name: 'Input 1', value: 'input1' },
        { name: 'Input 2', value: 'input2' },
      ],
      default: 'input1',
      displayOptions: { show: { mode: ['passThrough'] } },
    },
    {
      displayName: 'Overwrite',
      name: 'overwrite',
      type: 'options',
      options: [
        { name: 'Always', value: 'always' },
        { name: 'If blank', value: 'blank' },
        { name: 'If missing', value: 'undefined' },
      ],
      default: 'always',
      displayOptions: { show: { mode: ['mergeByKey'] } },
    },
  ],
  repeatable: true,
  execute: (context) => {
    const two = [context.inputs[0] ?? [], context.inputs[1] ?? []] as const;
    const matches = () =>
      findMatches(
        two,
        [
          matchKey([context.parameter('propertyName1')], true, false),
          matchKey([context.parameter('propertyName2')], true, false),
        ],
        'last',
      );
    switch (context.parameter('mode')) {
      case 'append':
        return [append(two)];
      case 'wait':
        return [[emptyItem(two)]];
      case 'passThrough': {
        const input = context.parameter('output') === 'input1' ? 0 : 1;
        return [tag(two[input], input).map(passOn)];
      }
      case 'multiplex':
        return [combineAll(...two, secondWins)];
      case 'mergeByIndex': {
        const join = context.parameter('join');
        const combined = combineByPosition(two, secondWins, join !== 'inner');
        return [join === 'left' ? combined.slice(0, two[0].length) : combined];
      }
      case 'keepKeyMatches':
        return [matches().pairs.map(([first]) => passOn(first))];
      case 'removeKeyMatches':
        return [matches().unmatched[0].map(passOn)];
      case 'mergeByKey': {
        const overwrite = context.parameter('overwrite');
        const found = matches();
        const partners = new Map(found.pairs.map(([first, second]) => [first.index, [first, second] as const]));
        return [
          tag(two[0], 0).map((source) => {
            const pair = partners.get(source.index);
            return pair ? enrich(mergeItems(pair, secondWins), pair[0].item, overwrite) : passOn(source);
          }),
        ];
      }
      default:
        throw unknownMode(context.parameter('mode'));
    }
  },
});

/** Puts fields of the first input back where they must not be overwritten. */
const enrich = (merged: Item, first: Item, overwrite: 'always' | 'blank' | 'undefined'): Item => {
  if (overwrite === 'always') return merged;
  const kept = Object.entries(first.json).filter(
    ([, value]) => overwrite === 'undefined' || (value !== undefined && value !== null && value !== ''),
  );
  return { ...merged, json: { ...merged.json, ...Object.fromEntries(kept) } };
};
