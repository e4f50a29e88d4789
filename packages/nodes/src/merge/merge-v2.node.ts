import { defineNode } from '@millrace/engine/node-api';
import { append, combineAll, combineByPosition, emptyItem, passOn, tag } from './combine.ts';
import { joinByFields } from './join.ts';
import { fieldPairs, requireFields } from './match-key.ts';
import { clashOf, joinParameters, matchFieldsParameter, mergeDescription, mergeOptions } from './parameters.ts';

const byFields = { show: { mode: ['combine'], combinationMode: ['mergeByFields'] } };

/** Version 2: always two inputs. */
export const mergeNodeV2 = defineNode({
  ...mergeDescription,
  versions: [2, 2.1],
  inputs: ['main', 'main'],
  inputNames: ['Input 1', 'Input 2'],
  parameters: [
    {
      displayName: 'Mode',
      name: 'mode',
      type: 'options',
      options: [
        { name: 'Append', value: 'append' },
        { name: 'Combine', value: 'combine' },
        { name: 'Choose branch', value: 'chooseBranch' },
      ],
      default: 'append',
    },
    {
      displayName: 'Combination mode',
      name: 'combinationMode',
      type: 'options',
      options: [
        { name: 'Merge by fields', value: 'mergeByFields' },
        { name: 'Merge by position', value: 'mergeByPosition' },
        { name: 'Multiplex', value: 'multiplex' },
      ],
      default: 'mergeByFields',
      displayOptions: { show: { mode: ['combine'] } },
    },
    { ...matchFieldsParameter, displayOptions: byFields },
    { ...joinParameters[0], displayOptions: byFields },
    { ...joinParameters[1], displayOptions: { show: { ...byFields.show, ...joinParameters[1].displayOptions.show } } },
    {
      displayName: 'Output',
      name: 'output',
      type: 'options',
      options: [
        { name: 'Input 1 data', value: 'input1' },
        { name: 'Input 2 data', value: 'input2' },
        { name: 'A single, empty item', value: 'empty' },
      ],
      default: 'input1',
      displayOptions: { show: { mode: ['chooseBranch'] } },
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
  ],
  repeatable: true,
  execute: (context) => {
    const two = [context.inputs[0] ?? [], context.inputs[1] ?? []] as const;
    const mode = context.parameter('mode');
    if (mode === 'append') return [append(two)];
    if (mode === 'chooseBranch') {
      const output = context.parameter('output');
      if (output === 'empty') return [[emptyItem(two)]];
      const input = output === 'input1' ? 0 : 1;
      return [tag(two[input], input).map(passOn)];
    }
    const options = context.parameter('options');
    const combination = context.parameter('combinationMode');
    if (combination === 'mergeByPosition') {
      if (two.some((items) => items.length === 0)) return [append(two)];
      return [combineByPosition(two, clashOf(options, 1), options.includeUnpaired ?? false)];
    }
    if (combination === 'multiplex') return [combineAll(...two, clashOf(options, 1))];
    const pairs = fieldPairs(context.parameter('mergeByFields').values ?? []);
    if (context.node.typeVersion === 2) requireFields(two, pairs, !options.disableDotNotation);
    return [joinByFields(two, pairs, context.parameter('joinMode'), context.parameter('outputDataFrom'), options)];
  },
});
