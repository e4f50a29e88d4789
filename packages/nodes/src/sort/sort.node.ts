import type { Item, Json } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError, type NodeOutput } from '@millrace/engine/node-api';
import { runCode } from '../code/run.ts';
import { readField } from '../fields/assign.ts';
import { disableDotNotationOption } from '../fields/parameters.ts';
import { requireFields } from '../fields/require-field.ts';

export const sortNode = defineNode({
  name: 'core.sort',
  displayName: 'Sort',
  aliases: ['n8n-nodes-base.sort'],
  description: 'Sorts the items',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'Sort', color: '#2f9457' },
  subtitle: '={{ $parameter.type === "random" ? $parameter.type : "" }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['order', 'shuffle', 'random', 'arrange', 'rank'],
  },
  parameters: [
    {
      displayName: 'Type',
      name: 'type',
      type: 'options',
      options: [
        { name: 'By fields', value: 'simple' },
        { name: 'Random', value: 'random' },
        { name: 'By code', value: 'code' },
      ],
      default: 'simple',
    },
    {
      displayName: 'Fields to sort by',
      name: 'sortFieldsUi',
      type: 'fixedCollection',
      placeholder: 'Add field',
      typeOptions: { multipleValues: true, sortable: true },
      default: {},
      options: [
        {
          name: 'sortField',
          displayName: 'Field',
          values: [
            { displayName: 'Field name', name: 'fieldName', type: 'string', required: true, default: '' },
            {
              displayName: 'Order',
              name: 'order',
              type: 'options',
              options: [
                { name: 'Ascending', value: 'ascending' },
                { name: 'Descending', value: 'descending' },
              ],
              default: 'ascending',
            },
          ],
        },
      ],
      displayOptions: { show: { type: ['simple'] } },
    },
    {
      displayName: 'Code',
      name: 'code',
      type: 'string',
      noDataExpression: true,
      typeOptions: { editor: 'codeNodeEditor', editorLanguage: 'javaScript' },
      default:
        'const field = "name";\n\nif (a.json[field] < b.json[field]) return -1;\nif (a.json[field] > b.json[field]) return 1;\nreturn 0;',
      description: 'Compares items a and b: return less than 0 if a comes first, more than 0 if b does',
      displayOptions: { show: { type: ['code'] } },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [disableDotNotationOption],
      displayOptions: { show: { type: ['simple'] } },
    },
  ],
  execute: (context) => {
    const items = context.items.map((item, index): Item => ({ ...item, pairedItem: index }));
    const type = context.parameter('type');
    if (type === 'code') return sortByCode(context as unknown as ExecuteContext, items);
    if (type === 'random') return [shuffled(items, () => context.random())];

    const dotNotation = !context.parameter('options').disableDotNotation;
    const fields = (context.parameter('sortFieldsUi').sortField ?? []).map(({ fieldName = '', order }) => ({
      fieldName,
      direction: order === 'descending' ? -1 : 1,
    }));
    if (fields.length === 0)
      throw new NodeError('No field to sort by is set', { description: 'Add a field to this node.' });
    requireFields(
      items,
      fields.map(({ fieldName }) => fieldName),
      dotNotation,
    );
    const keyed = items.map((item) => ({
      item,
      keys: fields.map(({ fieldName }) => readField(item.json, fieldName, dotNotation)),
    }));
    keyed.sort((a, b) => {
      for (const [index, { direction }] of fields.entries()) {
        const difference = compareValues(a.keys[index], b.keys[index], direction);
        if (difference !== 0) return difference;
      }
      return 0;
    });
    return [keyed.map(({ item }) => item)];
  },
});

const sortByCode = async (context: ExecuteContext, items: readonly Item[]): Promise<NodeOutput> => {
  const source = String(context.parameter('code' as never));
  const order = await runCode(context, { language: 'javascript', source, form: 'compare' });
  return [(order as number[]).flatMap((place) => items[place] ?? [])];
};

/** Items without a value come last in either direction; texts compare without regard to case, mixed types as texts. */
const compareValues = (a: Json | undefined, b: Json | undefined, direction: number): number => {
  const missing = Number(a === undefined || a === null) - Number(b === undefined || b === null);
  if (missing !== 0) return missing;
  if (a === undefined || a === null || b === undefined || b === null) return 0;
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction;
  const left = asText(a);
  const right = asText(b);
  return (left < right ? -1 : left > right ? 1 : 0) * direction;
};

const asText = (value: Json) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toLowerCase();

const shuffled = (items: Item[], random: () => number): Item[] => {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
};
