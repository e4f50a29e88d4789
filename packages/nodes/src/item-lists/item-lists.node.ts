import type { DisplayOptions, Json, ParameterDefinition } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, type NodeDefinition } from '@millrace/engine/node-api';
import { aggregateNode } from '../aggregate/aggregate.node.ts';
import { listNames } from '../fields/assign.ts';
import { chosen } from '../fields/chosen.ts';
import { requireFields } from '../fields/require-field.ts';
import { limitNode } from '../limit/limit.node.ts';
import { removeDuplicatesNodeV1 } from '../remove-duplicates/remove-duplicates-v1.node.ts';
import { sortNode } from '../sort/sort.node.ts';
import { splitOutNode } from '../split-out/split-out.node.ts';
import { summarizeNode } from '../summarize/summarize.node.ts';

/** What was one node is six today; each of its operations is one of them, with the same parameters. */

const description = {
  name: 'core.itemLists',
  displayName: 'Item Lists',
  aliases: ['n8n-nodes-base.itemLists'],
  description: 'Splits, joins, sorts and limits items. Use the separate nodes for these in new workflows.',
  group: ['input'],
  defaults: { name: 'Item Lists', color: '#2f9457' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  hidden: true,
  repeatable: true,
} as const satisfies Partial<NodeDefinition>;

/** By the operation that it was: until version 2 joining was called aggregating. */
const nodesOf = (joining: string): Readonly<Record<string, NodeDefinition>> => ({
  splitOutItems: splitOutNode as unknown as NodeDefinition,
  [joining]: aggregateNode as unknown as NodeDefinition,
  removeDuplicates: removeDuplicatesNodeV1 as unknown as NodeDefinition,
  sort: sortNode as unknown as NodeDefinition,
  limit: limitNode as unknown as NodeDefinition,
  summarize: summarizeNode as unknown as NodeDefinition,
});

const names: Readonly<Record<string, string>> = {
  splitOutItems: 'Split out items',
  aggregateItems: 'Concatenate items',
  concatenateItems: 'Concatenate items',
  removeDuplicates: 'Remove duplicates',
  sort: 'Sort',
  limit: 'Limit',
  summarize: 'Summarize',
};

const shownFor = (operation: string, parameter: ParameterDefinition): ParameterDefinition => {
  const { show, ...rules } = (parameter.displayOptions ?? {}) as DisplayOptions;
  return { ...parameter, displayOptions: { ...rules, show: { ...show, operation: [operation] } } };
};

/** Fields that are named were a list of entries. */
const asOldNames = (parameter: ParameterDefinition): ParameterDefinition =>
  /^fieldsTo(?:Include|Exclude|Compare)$/.test(parameter.name)
    ? ({
        ...parameter,
        type: 'fixedCollection',
        typeOptions: { multipleValues: true },
        placeholder: 'Add field',
        default: {},
        options: [
          {
            name: 'fields',
            displayName: 'Field',
            values: [{ displayName: 'Field name', name: 'fieldName', type: 'string', default: '', placeholder: 'id' }],
          },
        ],
      } as unknown as ParameterDefinition)
    : parameter;

const define = (versions: readonly number[], joining: string, hasOldNames: boolean) => {
  const nodes = nodesOf(joining);
  return defineNode({
    ...description,
    versions: [...versions],
    parameters: [
      { displayName: 'Resource', name: 'resource', type: 'hidden', default: 'itemList' },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        options: Object.keys(nodes).map((value) => ({ name: names[value] ?? value, value })),
        default: 'splitOutItems',
      },
      ...Object.entries(nodes).flatMap(([operation, { parameters }]) =>
        parameters.map((parameter) => shownFor(operation, hasOldNames ? asOldNames(parameter) : parameter)),
      ),
    ] as ParameterDefinition[],
    execute: (context) => {
      const operation = (context as unknown as OperationContext).parameter('operation');
      const { execute } = chosen(nodes, 'Operation', operation);
      if (context.node.typeVersion < 2.1) requireNamed(operation, context as unknown as NamingContext);
      return (execute as NonNullable<typeof execute>)(context as never);
    },
  });
};

type OperationContext = ExecuteContext<
  readonly [{ readonly name: 'operation'; readonly displayName: ''; readonly type: 'string'; readonly default: '' }]
>;

/** Where the operations name fields. */
interface NamedFields {
  options: Record<string, unknown>;
  aggregate: string;
  fieldToSplitOut: Json;
  fieldsToAggregate: { fieldToAggregate?: { fieldToAggregate?: string }[] };
  fieldsToSummarize: { values?: { field?: string }[] };
}

interface NamingContext extends Pick<ExecuteContext, 'items'> {
  parameter<Name extends keyof NamedFields>(name: Name, index?: number): NamedFields[Name];
}

/** Before version 2.1 a field that is not there was an error in all operations. */
const requireNamed = (operation: string, context: NamingContext): void => {
  const { items } = context;
  const options = context.parameter('options');
  const dotNotation = !options.disableDotNotation;
  if (operation === 'splitOutItems')
    for (const [index, item] of items.entries())
      requireFields(
        [item],
        listNames(context.parameter('fieldToSplitOut', index)).filter((name) => name !== '$binary'),
        dotNotation,
      );
  if (
    operation === 'aggregateItems' &&
    context.parameter('aggregate') !== 'aggregateAllItemData' &&
    !options.keepMissing
  )
    requireFields(
      items,
      (context.parameter('fieldsToAggregate').fieldToAggregate ?? []).flatMap(
        ({ fieldToAggregate }) => fieldToAggregate || [],
      ),
      dotNotation,
    );
  if (operation === 'summarize' && !options.continueIfFieldNotFound)
    requireFields(
      items,
      (context.parameter('fieldsToSummarize').values ?? []).flatMap(({ field }) => field || []),
      dotNotation,
    );
};

export const itemListsNodeV2 = define([1, 2, 2.1, 2.2], 'aggregateItems', true);
export const itemListsNode = define([3, 3.1], 'concatenateItems', false);
