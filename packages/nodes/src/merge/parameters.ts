import type { ParameterDefinition } from '@millrace/contract/data';
import { type NodeDefinition, NodeError } from '@millrace/engine/node-api';
import { disableDotNotationOption } from '../fields/parameters.ts';
import type { Clash } from './combine.ts';

export const mergeDescription = {
  name: 'core.merge',
  displayName: 'Merge',
  aliases: ['n8n-nodes-base.merge'],
  description: 'Merges the items of several inputs',
  group: ['transform'],
  defaults: { name: 'Merge', color: '#5468d8' },
  repeatable: true,
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow', 'Data Transformation'] },
    alias: ['join', 'combine', 'append', 'concatenate', 'union', 'zip', 'wait'],
  },
} as const satisfies Partial<NodeDefinition>;

export const joinParameters = [
  {
    displayName: 'Output type',
    name: 'joinMode',
    type: 'options',
    options: [
      { name: 'Keep matches', value: 'keepMatches', description: 'Only items that match' },
      { name: 'Keep non-matches', value: 'keepNonMatches', description: "Only items that don't match" },
      {
        name: 'Keep everything',
        value: 'keepEverything',
        description: "Matching items, and the items of both inputs that don't match",
      },
      {
        name: 'Enrich input 1',
        value: 'enrichInput1',
        description: 'All items of input 1, with the matching data of input 2',
      },
      {
        name: 'Enrich input 2',
        value: 'enrichInput2',
        description: 'All items of input 2, with the matching data of input 1',
      },
    ],
    default: 'keepMatches',
  },
  {
    displayName: 'Output data from',
    name: 'outputDataFrom',
    type: 'options',
    options: [
      { name: 'Both inputs', value: 'both' },
      { name: 'Input 1', value: 'input1' },
      { name: 'Input 2', value: 'input2' },
    ],
    default: 'both',
    displayOptions: { show: { joinMode: ['keepMatches', 'keepNonMatches'] } },
  },
] as const satisfies readonly ParameterDefinition[];

export const matchFieldsParameter = {
  displayName: 'Fields to match',
  name: 'mergeByFields',
  type: 'fixedCollection',
  placeholder: 'Add fields to match',
  typeOptions: { multipleValues: true },
  default: { values: [{ field1: '', field2: '' }] },
  options: [
    {
      name: 'values',
      displayName: 'Fields',
      values: [
        { displayName: 'Input 1 field', name: 'field1', type: 'string', default: '', placeholder: 'id' },
        { displayName: 'Input 2 field', name: 'field2', type: 'string', default: '', placeholder: 'id' },
      ],
    },
  ],
} as const satisfies ParameterDefinition;

export const mergeOptions = [
  {
    displayName: 'Clash handling',
    name: 'clashHandling',
    type: 'fixedCollection',
    default: { values: { resolveClash: 'preferLast', mergeMode: 'deepMerge', overrideEmpty: false } },
    options: [
      {
        name: 'values',
        displayName: 'Values',
        values: [
          {
            displayName: 'When field values clash',
            name: 'resolveClash',
            type: 'options',
            options: [
              { name: 'Prefer the last input', value: 'preferLast' },
              { name: 'Prefer input 1', value: 'preferInput1' },
              { name: 'Prefer input 2', value: 'preferInput2' },
              { name: 'Keep both, with the input number added to the name', value: 'addSuffix' },
            ],
            default: 'preferLast',
          },
          {
            displayName: 'Merging of nested fields',
            name: 'mergeMode',
            type: 'options',
            options: [
              { name: 'Deep', value: 'deepMerge', description: 'Merge nested objects too' },
              { name: 'Shallow', value: 'shallowMerge', description: 'Merge only top-level fields' },
            ],
            default: 'deepMerge',
          },
          {
            displayName: 'Minimize empty fields',
            name: 'overrideEmpty',
            type: 'boolean',
            default: false,
            description: 'Whether to prefer the value of the other input over an empty one',
          },
        ],
      },
    ],
  },
  {
    displayName: 'Fuzzy compare',
    name: 'fuzzyCompare',
    type: 'boolean',
    default: false,
    description: 'Whether to treat "1" and 1, "true" and true, and all kinds of empty values as equal',
  },
  disableDotNotationOption,
  {
    displayName: 'Multiple matches',
    name: 'multipleMatches',
    type: 'options',
    options: [
      { name: 'Include all matches', value: 'all' },
      { name: 'Include the first match only', value: 'first' },
    ],
    default: 'all',
  },
  {
    displayName: 'Include unpaired items',
    name: 'includeUnpaired',
    type: 'boolean',
    default: false,
    description: 'Whether to include items without a counterpart when combining by position',
  },
] as const satisfies readonly ParameterDefinition[];

export interface MergeOptions {
  clashHandling?: { values?: { resolveClash?: string; mergeMode?: string; overrideEmpty?: boolean } };
  fuzzyCompare?: boolean;
  disableDotNotation?: boolean;
  multipleMatches?: string;
  includeUnpaired?: boolean;
}

/** @param preferred Input index that wins where the user chose none */
export const clashOf = ({ clashHandling }: MergeOptions, preferred: Clash['prefer']): Clash => {
  const { resolveClash, mergeMode = 'deepMerge', overrideEmpty = false } = clashHandling?.values ?? {};
  const numbered = /^preferInput(\d+)$/.exec(resolveClash ?? '')?.[1];
  return {
    prefer:
      resolveClash === 'addSuffix'
        ? 'addSuffix'
        : resolveClash === 'preferLast'
          ? 'last'
          : numbered
            ? Number(numbered) - 1
            : preferred,
    deep: mergeMode === 'deepMerge',
    overrideEmpty,
  };
};

export const unknownMode = (mode: unknown): NodeError => new NodeError(`Items cannot be merged by "${String(mode)}"`);
