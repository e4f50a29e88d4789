import type { ParameterDefinition } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, type NodeContext } from '@millrace/engine/node-api';
import { type Code, isRepeatable, runForItems } from './run.ts';

const startJavaScript = `// Each item has its fields in json.
for (const item of $input.all()) {
  item.json.myNewField = 1;
}

return $input.all();`;

const startJavaScriptEach = `$input.item.json.myNewField = 1;

return $input.item;`;

const startPython = `# Each item has its fields in json.
for item in _input.all():
  item.json.myNewField = 1

return _input.all()`;

const startPythonEach = `_input.item.json.myNewField = 1

return _input.item`;

const mode = {
  displayName: 'Mode',
  name: 'mode',
  type: 'options',
  noDataExpression: true,
  options: [
    {
      name: 'Run once for all items',
      value: 'runOnceForAllItems',
      description: 'Run the code once for all items',
    },
    {
      name: 'Run once for each item',
      value: 'runOnceForEachItem',
      description: 'Run the code once for each item',
    },
  ],
  default: 'runOnceForAllItems',
} as const satisfies ParameterDefinition;

const language = {
  displayName: 'Language',
  name: 'language',
  type: 'options',
  noDataExpression: true,
  options: [
    { name: 'JavaScript', value: 'javaScript' },
    { name: 'Python', value: 'python' },
    {
      name: 'Python (plain data)',
      value: 'pythonNative',
      description: 'Python where items are dictionaries: item["json"]["name"]',
    },
  ],
  default: 'javaScript',
  displayOptions: { show: { '@version': [2] } },
} as const satisfies ParameterDefinition;

const descriptions = {
  jsCode: {
    runOnceForAllItems:
      "$input.all() returns the items and $('Node') those of other nodes. Return a list of items, such as [{ json: { name: \"Ada\" } }]. Output of console.log appears below the node's output.",
    runOnceForEachItem:
      '$input.item is the current item, with its fields in $json. Return one item, such as { json: { name: "Ada" } }. Output of console.log appears below the node\'s output.',
  },
  pythonCode: {
    runOnceForAllItems:
      '_input.all() returns the items. Return a list of items, such as [{"json": {"name": "Ada"}}]. Output of print appears below the node\'s output.',
    runOnceForEachItem:
      '_input.item is the current item. Return one item, such as {"json": {"name": "Ada"}}. Output of print appears below the node\'s output.',
  },
} as const;

const codeField = (
  name: 'jsCode' | 'pythonCode',
  languages: readonly string[] | undefined,
  modeValue: 'runOnceForAllItems' | 'runOnceForEachItem',
  start: string,
) =>
  ({
    displayName: name === 'jsCode' ? 'JavaScript' : 'Python',
    name,
    type: 'string',
    noDataExpression: true,
    description: descriptions[name][modeValue],
    typeOptions: {
      codeAutocomplete: 'function',
      editor: 'codeNodeEditor',
      editorLanguage: name === 'jsCode' ? 'javaScript' : 'python',
      alwaysOpenEditWindow: false,
    },
    default: start,
    displayOptions: { show: { mode: [modeValue], ...(languages && { language: [...languages] }) } },
  }) as const satisfies ParameterDefinition;

const each = 'runOnceForEachItem';
const all = 'runOnceForAllItems';
const pythons = ['python', 'pythonNative'];

const parameters = [
  mode,
  language,
  {
    ...codeField('jsCode', undefined, all, startJavaScript),
    displayOptions: { show: { mode: [all] }, hide: { language: pythons } },
  },
  {
    ...codeField('jsCode', undefined, each, startJavaScriptEach),
    displayOptions: { show: { mode: [each] }, hide: { language: pythons } },
  },
  codeField('pythonCode', pythons, all, startPython),
  codeField('pythonCode', pythons, each, startPythonEach),
] as const satisfies readonly ParameterDefinition[];

const codeOf = (context: NodeContext<typeof parameters>): Code => {
  const form = context.parameter('mode') === each ? 'eachItem' : 'once';
  const isPython = context.node.typeVersion >= 2 && pythons.includes(context.parameter('language'));
  return {
    language: isPython ? 'python' : 'javascript',
    source: context.parameter(isPython ? 'pythonCode' : 'jsCode'),
    form,
  };
};

export const codeNode = defineNode({
  name: 'core.code',
  displayName: 'Code',
  aliases: ['n8n-nodes-base.code'],
  description: "Runs your own JavaScript or Python. Console output appears below the node's output.",
  versions: [1, 2],
  defaultVersion: 2,
  group: ['transform'],
  defaults: { name: 'Code', color: '#8557d8' },
  subtitle: '={{ $parameter.language === "javaScript" ? "" : "Python" }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: (context) => isRepeatable(codeOf(context as never).source),
  codex: {
    categories: ['Core Nodes', 'Development'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['javascript', 'js', 'python', 'script', 'function', 'custom', 'cpde', 'transform', 'calculate'],
  },
  parameters,
  execute: (context) => runForItems(context as unknown as ExecuteContext, codeOf(context as never)),
});
