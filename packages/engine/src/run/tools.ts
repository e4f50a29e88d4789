import type { JsonObject } from '@millrace/contract/data';
import { type FromAICall, findFromAICalls } from '../expressions/from-ai-calls.ts';
import type { ToolDescription } from '../node-api/node-run.ts';
import type { PreparedNode, PreparedWorkflow } from './prepare.ts';
import { enabledSubNodes, isRun, toolConnection } from './sub-nodes.ts';

/** Nodes that a node can run as tools, as a model is told of them. */

const longestName = 64;

const schemaTypes: Record<FromAICall['type'], JsonObject> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  json: {},
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
};

/** The first call of a key says most of it; a later one may say what the first left out. */
const schemaOf = (calls: readonly FromAICall[]): JsonObject => {
  const properties = new Map<string, JsonObject>();
  const required = new Set<string>();
  for (const { key, description, type, defaultValue } of calls) {
    const known = properties.get(key);
    properties.set(key, {
      ...schemaTypes[type],
      ...(description !== undefined && { description }),
      ...(defaultValue !== undefined && { default: defaultValue as JsonObject[string] }),
      ...known,
    });
    if (defaultValue === undefined) required.add(key);
  }
  return { type: 'object', properties: Object.fromEntries(properties), required: [...required] };
};

const toName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longestName) || 'tool';

const uniqueName = (text: string, taken: ReadonlySet<string>): string => {
  const name = toName(text);
  for (let count = 1; ; count++) {
    const tried = count === 1 ? name : `${name.slice(0, longestName - String(count).length - 1)}_${count}`;
    if (!taken.has(tried)) return tried;
  }
};

/** What its own parameters say, else its notes, else what its type does. */
const describe = ({ node, definition }: PreparedNode): string => {
  const { toolDescription, descriptionType } = node.parameters ?? {};
  const own = descriptionType === 'auto' ? undefined : toolDescription;
  const texts = [own, node.notes, definition?.description, node.name];
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? node.name;
};

/** @throws ExpressionError */
export const toolsOf = (workflow: PreparedWorkflow, parent: string): ToolDescription[] => {
  const taken = new Set<string>();
  return enabledSubNodes(workflow.graph, parent, toolConnection).flatMap((name) => {
    const prepared = workflow.node(name);
    if (!isRun(prepared)) return [];
    const tool: ToolDescription = {
      node: name,
      name: uniqueName(name, taken),
      description: describe(prepared),
      schema: schemaOf(findFromAICalls(prepared.node.parameters)),
    };
    taken.add(tool.name);
    return [tool];
  });
};
