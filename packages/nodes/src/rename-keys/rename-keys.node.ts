import { isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { defineField, defineNode } from '@millrace/engine/node-api';
import { replacePattern } from '../conditions/pattern.ts';
import { assignField, readField, removeField } from '../fields/assign.ts';

export const renameKeysNode = defineNode({
  name: 'core.renameKeys',
  displayName: 'Rename Keys',
  aliases: ['n8n-nodes-base.renameKeys'],
  description: 'Renames fields of items',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'Rename Keys', color: '#2f9457' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['rename', 'field', 'map', 'column', 'property', 'regex'],
  },
  parameters: [
    {
      displayName: 'Keys',
      name: 'keys',
      type: 'fixedCollection',
      placeholder: 'Add key',
      typeOptions: { multipleValues: true, sortable: true },
      default: {},
      options: [
        {
          name: 'key',
          displayName: 'Key',
          values: [
            {
              displayName: 'Current key name',
              name: 'currentKey',
              type: 'string',
              default: '',
              placeholder: 'customer.name',
              requiresDataPath: 'single',
              description: 'The name of the field. Use dots for nested fields.',
            },
            {
              displayName: 'New key name',
              name: 'newKey',
              type: 'string',
              default: '',
              placeholder: 'customer.fullName',
              description: 'The new name. Use dots for nested fields.',
            },
          ],
        },
      ],
    },
    {
      displayName: 'Additional options',
      name: 'additionalOptions',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          displayName: 'Regex',
          name: 'regexReplacement',
          type: 'fixedCollection',
          placeholder: 'Add regular expression',
          typeOptions: { multipleValues: true, sortable: true },
          default: {},
          description: 'Renames all fields whose names match. Applied after the keys above.',
          options: [
            {
              name: 'replacements',
              displayName: 'Replacement',
              values: [
                {
                  displayName: 'Regular expression to match',
                  name: 'searchRegex',
                  type: 'string',
                  default: '',
                  placeholder: '^old_(.+)$',
                },
                {
                  displayName: 'Replace with',
                  name: 'replaceRegex',
                  type: 'string',
                  default: '',
                  placeholder: 'new_$1',
                  description: 'The replacement; $1, $2 and so on refer to the groups',
                },
                {
                  displayName: 'Options',
                  name: 'options',
                  type: 'collection',
                  placeholder: 'Add option',
                  default: {},
                  options: [
                    { displayName: 'Case insensitive', name: 'caseInsensitive', type: 'boolean', default: false },
                    {
                      displayName: 'Max depth',
                      name: 'depth',
                      type: 'number',
                      default: -1,
                      description:
                        'How many levels of nested fields to rename. Use -1 for all and 0 for the top level.',
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  execute: (context) => {
    const renames = createRenames();
    return context.forEachItem((item, index) => {
      let json = item.json;
      for (const { currentKey = '', newKey = '' } of context.parameter('keys', index).key ?? [])
        json = renamed(json, currentKey, newKey);
      const { replacements = [] } = context.parameter('additionalOptions', index).regexReplacement ?? {};
      for (const { searchRegex = '', replaceRegex = '', options } of replacements) {
        const rename = renames.of(searchRegex, options?.caseInsensitive ? 'i' : '', replaceRegex);
        json = renamedThroughout(json, rename, options?.depth ?? -1) as JsonObject;
      }
      return { ...item, json };
    });
  },
});

/** Names that are remembered of one pattern: most items have the same fields. */
const mostKnown = 10_000;

const createRenames = () => {
  const byPattern = new Map<string, Map<string, string>>();
  return {
    of(pattern: string, flags: string, replacement: string): (key: string) => string {
      const id = JSON.stringify([pattern, flags, replacement]);
      const known = byPattern.get(id) ?? new Map<string, string>();
      byPattern.set(id, known);
      return (key) => {
        const found = known.get(key) ?? replacePattern(key, pattern, flags, replacement);
        if (known.size >= mostKnown) known.clear();
        known.set(key, found);
        return found;
      };
    },
  };
};

/** The field goes to the end, as one that is set anew. */
const renamed = (json: JsonObject, current: string, wanted: string): JsonObject => {
  if (current === '' || wanted === '' || current === wanted) return json;
  const value = readField(json, current, true);
  if (value === undefined) return json;
  const rest = { ...removeField(json, current, true) };
  assignField(rest, wanted, value, true);
  return rest;
};

/** @param depth below 0: all the way */
const renamedThroughout = (value: Json | undefined, rename: (key: string) => string, depth: number): Json => {
  if (value === undefined) return null;
  if (Array.isArray(value))
    return depth === 0 ? value : value.map((entry) => renamedThroughout(entry, rename, depth - 1));
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  const moved: [string, Json][] = [];
  for (const [key, entry] of Object.entries(value as JsonObject)) {
    const inner = depth === 0 ? (entry ?? null) : renamedThroughout(entry, rename, depth - 1);
    const name = rename(key);
    if (name === key) defineField(kept, key, inner);
    else moved.push([name, inner]);
  }
  for (const [name, entry] of moved) defineField(kept, name, entry);
  return kept;
};
