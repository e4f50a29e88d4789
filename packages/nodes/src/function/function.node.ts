import type { ParameterDefinition } from '@millrace/contract/data';
import { defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import { isRepeatable, runForItems } from '../code/run.ts';

/** What the Code node was before it: kept for workflows that have it. */

const functionCode = (codeAutocomplete: 'function' | 'functionItem', start: string) =>
  ({
    displayName: 'JavaScript',
    name: 'functionCode',
    type: 'string',
    noDataExpression: true,
    typeOptions: { editor: 'codeNodeEditor', editorLanguage: 'javaScript', codeAutocomplete },
    default: start,
  }) as const satisfies ParameterDefinition;

const codex = {
  categories: ['Core Nodes', 'Development'],
  subcategories: { 'Core Nodes': ['Data Transformation'] },
};

const sourceOf = (context: Pick<ExecuteContext, 'parameter'>): string =>
  String(context.parameter('functionCode' as never));

export const functionNode = defineNode({
  name: 'core.function',
  displayName: 'Function',
  aliases: ['n8n-nodes-base.function'],
  description: 'Runs JavaScript once for all items. Use the Code node in new workflows.',
  versions: [1],
  hidden: true,
  group: ['transform'],
  defaults: { name: 'Function', color: '#8557d8' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: (context) => isRepeatable(sourceOf(context as never)),
  codex,
  parameters: [
    functionCode('function', 'for (const item of items) {\n  item.json.myNewField = 1;\n}\n\nreturn items;'),
  ],
  execute: (context) => {
    const running = context as unknown as ExecuteContext;
    return runForItems(running, { language: 'javascript', source: sourceOf(running), form: 'once' });
  },
});

export const functionItemNode = defineNode({
  name: 'core.functionItem',
  displayName: 'Function Item',
  aliases: ['n8n-nodes-base.functionItem'],
  description: 'Runs JavaScript for each item. Use the Code node in new workflows.',
  versions: [1],
  hidden: true,
  group: ['transform'],
  defaults: { name: 'Function Item', color: '#8557d8' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: (context) => isRepeatable(sourceOf(context as never)),
  codex,
  parameters: [functionCode('functionItem', 'item.myNewField = 1;\n\nreturn item;')],
  execute: (context) => {
    const running = context as unknown as ExecuteContext;
    return runForItems(running, { language: 'javascript', source: sourceOf(running), form: 'eachJson' });
  },
});
