import type { Item, Json, JsonObject, ParameterDefinition } from '@millrace/contract/data';
import { type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { keptFields, listNames } from '../fields/assign.ts';
import { disableDotNotationOption, fieldNames } from '../fields/parameters.ts';
import { requireFields } from '../fields/require-field.ts';
import { stableText } from '../fields/stable.ts';

/** Items that are the same as one before them. */

const rules = { show: { operation: ['removeDuplicateInputItems'] } } as const;

export const comparison = [
  {
    displayName: 'Compare',
    name: 'compare',
    type: 'options',
    options: [
      { name: 'All fields', value: 'allFields' },
      { name: 'All fields except', value: 'allFieldsExcept' },
      { name: 'Selected fields', value: 'selectedFields' },
    ],
    default: 'allFields',
    description: 'The fields that must be the same for items to count as duplicates',
  },
  {
    displayName: 'Fields to exclude',
    name: 'fieldsToExclude',
    ...fieldNames,
    placeholder: 'email, name',
    requiresDataPath: 'multiple',
    displayOptions: { show: { compare: ['allFieldsExcept'] } },
  },
  {
    displayName: 'Fields to compare',
    name: 'fieldsToCompare',
    ...fieldNames,
    placeholder: 'email, name',
    requiresDataPath: 'multiple',
    displayOptions: { show: { compare: ['selectedFields'] } },
  },
] as const satisfies readonly ParameterDefinition[];

export const comparisonOptions = [
  { ...disableDotNotationOption, displayOptions: { hide: { '/compare': ['allFields'] } } },
  {
    displayName: 'Remove other fields',
    name: 'removeOtherFields',
    type: 'boolean',
    default: false,
    description: "Whether to remove fields that aren't compared. Otherwise those of the first item are kept.",
    displayOptions: { hide: { '/compare': ['allFields'] } },
  },
] as const satisfies readonly ParameterDefinition[];

/** The same, for the version in which comparing is one operation of several. */
export const comparisonAsOperation = [
  { ...comparison[0], displayOptions: rules },
  { ...comparison[1], displayOptions: { show: { ...rules.show, ...comparison[1].displayOptions.show } } },
  { ...comparison[2], displayOptions: { show: { ...rules.show, ...comparison[2].displayOptions.show } } },
] as const;

type Context = Pick<ExecuteContext<typeof comparison>, 'items' | 'parameter'>;

export interface ComparisonOptions {
  disableDotNotation?: boolean;
  removeOtherFields?: boolean;
}

const noFields = (what: string) =>
  new NodeError(`No field to ${what} is set`, { description: 'Name at least one field of the input.' });

/** The fields that count, of an item. */
const comparedFields = (context: Context, dotNotation: boolean): ((json: JsonObject) => JsonObject) => {
  switch (context.parameter('compare')) {
    case 'allFieldsExcept': {
      const names = listNames(context.parameter('fieldsToExclude'));
      if (names.length === 0) throw noFields('exclude');
      return (json) => keptFields(json, 'except', names, dotNotation);
    }
    case 'selectedFields': {
      const names = listNames(context.parameter('fieldsToCompare'));
      if (names.length === 0) throw noFields('compare');
      requireFields(context.items, names, dotNotation);
      return (json) => keptFields(json, 'selected', names, dotNotation);
    }
    default:
      return (json) => json;
  }
};

/** The first of the items that are the same, in the order in which they came. */
export const firstOfEach = (context: Context, options: ComparisonOptions): Item[] => {
  const compared = comparedFields(context, !options.disableDotNotation);
  const removesOthers = options.removeOtherFields && context.parameter('compare') !== 'allFields';
  const seen = new Set<string>();
  const kept: Item[] = [];
  for (const [index, item] of context.items.entries()) {
    const fields = compared(item.json);
    const key = stableText(fields as Json);
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(removesOthers ? { json: fields, pairedItem: index } : { ...item, pairedItem: index });
  }
  return kept;
};
