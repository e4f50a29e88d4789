import type { ParameterDefinition } from '@millrace/contract/data';
import type { NodeDefinition } from '../node-api/definition.ts';
import { toolNameOf } from '../node-api/tool-names.ts';

const describing = (definition: NodeDefinition): ParameterDefinition[] => [
  {
    displayName: 'Tool description',
    name: 'descriptionType',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Of the node', value: 'auto', description: 'What the node says of itself' },
      { name: 'Own text', value: 'manual', description: 'What you write' },
    ],
    default: 'auto',
  },
  {
    displayName: 'Description',
    name: 'toolDescription',
    type: 'string',
    typeOptions: { rows: 2 },
    required: true,
    default: definition.description,
    description: 'Tells the model what the tool does and when to use it',
    displayOptions: { show: { descriptionType: ['manual'] } },
  },
];

const made = new WeakMap<NodeDefinition, NodeDefinition>();

/** The same node as a tool: without inputs, with one output of type `ai_tool`, and with a description for the model. */
export const toTool = (definition: NodeDefinition): NodeDefinition => {
  let tool = made.get(definition);
  if (!tool) {
    tool = {
      ...definition,
      name: toolNameOf(definition.name),
      displayName: `${definition.displayName} Tool`,
      aliases: definition.aliases?.map(toolNameOf),
      inputs: [],
      outputs: ['ai_tool'],
      inputNames: undefined,
      outputNames: ['Tool'],
      parameters: [...describing(definition), ...definition.parameters],
      codex: {
        ...definition.codex,
        categories: ['AI'],
        subcategories: { AI: ['Tools'] },
      },
      usableAsTool: undefined,
    };
    made.set(definition, tool);
  }
  return tool;
};
