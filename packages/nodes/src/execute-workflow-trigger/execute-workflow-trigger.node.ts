import type { Item } from '@millrace/contract/data';
import { defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import { type InputField, readExample, readInputFields, takeFields } from './input-fields.ts';
import { inputParameters } from './parameters.ts';

export const executeWorkflowTrigger = defineNode({
  name: 'core.executeWorkflowTrigger',
  displayName: 'When Called by Another Workflow',
  description: 'Starts the workflow when another workflow calls it, with the data that is passed in',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  aliases: ['n8n-nodes-base.executeWorkflowTrigger'],
  group: ['trigger'],
  defaults: { name: 'When Called by Another Workflow', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  maxNodes: 1,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['sub-workflow', 'subworkflow', 'called', 'function', 'input', 'execute workflow trigger'],
  },
  parameters: inputParameters,
  repeatable: true,
  execute(context) {
    const fields = readFields(context);
    const { trigger } = context;
    const items = trigger?.kind === 'items' ? trigger.items : [exampleItem(context, fields)];
    if (!fields) return [items];
    return [
      items.map((item, index): Item => {
        const taken: Item = { json: takeFields(item.json, fields, index) };
        if (item.binary) taken.binary = item.binary;
        return taken;
      }),
    ];
  },
});

type Context = ExecuteContext<typeof inputParameters>;

/** Undefined: all that comes is taken as it is. */
const readFields = (context: Context): InputField[] | undefined => {
  if (context.node.typeVersion < 1.1) return undefined;
  switch (context.parameter('inputSource')) {
    case 'passthrough':
      return undefined;
    case 'jsonExample':
      return readExample(context.parameter('jsonExample'));
    default: {
      const fields = readInputFields(context.parameter('workflowInputs').values ?? []);
      return fields.length > 0 ? fields : undefined;
    }
  }
};

/** What a run by hand begins with. */
const exampleItem = (context: Context, fields: InputField[] | undefined): Item => {
  const isExample = fields && context.parameter('inputSource') === 'jsonExample';
  const example: unknown = isExample ? context.parameter('jsonExample') : {};
  return { json: (typeof example === 'string' ? JSON.parse(example) : example) as Item['json'] };
};
