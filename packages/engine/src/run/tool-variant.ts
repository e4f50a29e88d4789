import { type DisplayOptions, isObject, type ParameterDefinition } from '@millrace/contract/data';
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

const fact = '@tool';

/** Rules with what they ask of `@tool` answered: it serves as a tool. Where they cannot hold any more, they ask for what no node says of itself. */
const answered = ({ show, hide }: DisplayOptions): DisplayOptions => {
  const { [fact]: shownAs, ...otherShow } = show ?? {};
  const { [fact]: hiddenAs, ...otherHide } = hide ?? {};
  const isNever = (shownAs !== undefined && !shownAs.includes(true)) || hiddenAs?.includes(true);
  return { show: isNever ? { [fact]: [true] } : otherShow, hide: otherHide };
};

/** The same definitions for a node that serves as a tool, at any depth. */
const forTool = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(forTool) as T;
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => {
    const isRule = key === 'displayOptions' || key === 'disabledOptions';
    if (isRule && isObject(member)) return [key, answered(member as DisplayOptions)];
    const holdsDefinitions = key === 'options' || key === 'values';
    return [key, holdsDefinitions ? forTool(member) : member];
  });
  return Object.fromEntries(members) as T;
};

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
      parameters: [...describing(definition), ...forTool(definition.parameters)],
      ...(definition.credentials && { credentials: forTool(definition.credentials) }),
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
