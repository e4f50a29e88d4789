import type { ConnectionType, Item, ParameterDefinition } from '@millrace/contract/data';
import { defineNode, type NodeDefinition } from '../node-api/definition.ts';
import type { SupplyContext } from '../node-api/sub-node.ts';

/** Gives the items that the test starts with; one empty item where it gives none. */
export const startNode = defineNode({
  name: 'test.start',
  displayName: 'Start',
  description: 'Starts a test',
  versions: [1],
  group: ['trigger'],
  defaults: { name: 'Start' },
  inputs: [],
  outputs: ['main'],
  parameters: [],
  execute: ({ trigger }) => [trigger?.kind === 'items' ? trigger.items : [{ json: {} }]],
});

/** A node type made of a function; one input and one output unless it says otherwise. */
export const testNode = <const P extends readonly ParameterDefinition[] = readonly []>(
  execute: NonNullable<NodeDefinition<P>['execute']>,
  details: Partial<Omit<NodeDefinition<P>, 'execute'>> = {},
): NodeDefinition =>
  defineNode({
    name: `test.node${++counter}`,
    displayName: 'Test',
    description: 'A node of a test',
    versions: [1],
    group: ['transform'],
    defaults: { name: 'Test' },
    inputs: ['main'],
    outputs: ['main'],
    ...details,
    parameters: details.parameters ?? ([] as unknown as P),
    execute,
  });

/** A sub-node type made of a function that gives what it serves. */
export const subNode = <const P extends readonly ParameterDefinition[] = readonly []>(
  type: ConnectionType,
  serve: (context: SupplyContext<P>) => unknown,
  details: Partial<Omit<NodeDefinition<P>, 'execute'>> = {},
): NodeDefinition => {
  const { execute: _, ...definition } = testNode<P>(() => [], {
    inputs: [],
    outputs: [type],
    supply: async (context) => ({ value: await serve(context) }),
    ...details,
  });
  return definition;
};

let counter = 0;

/** Hands its items on. */
export const passNode = testNode(({ items }) => [items as Item[]], { name: 'test.pass' });
