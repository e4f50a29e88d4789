import type { Item, ParameterDefinition } from '@millrace/contract/data';
import { defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import { htmlReader } from './document.ts';
import { extract, extractionValues, readSource, sourceParameters, type TextOptions } from './extraction.ts';
import { htmlTable, type TableOptions } from './table.ts';

const forExtraction = { operation: ['extractHtmlContent'] } as const;

const startingTemplate = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>My page</title>
    <style>
      body { font-family: sans-serif; margin: 2rem auto; max-width: 40rem; color: #333 }
      h1 { color: #0b7075 }
    </style>
  </head>
  <body>
    <h1>Hello</h1>
    <p>This page was made with {{ $input.all().length }} items.</p>
  </body>
</html>
`;

const attributes = (displayName: string, name: string, description: string) =>
  ({
    displayName,
    name,
    type: 'string',
    default: '',
    placeholder: 'style="padding:10px"',
    description,
  }) as const satisfies ParameterDefinition;

const parameters = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    options: [
      {
        name: 'Generate HTML template',
        value: 'generateHtmlTemplate',
        action: 'Generate HTML template',
        description: 'Fill an HTML template with the data of each item',
      },
      {
        name: 'Extract HTML content',
        value: 'extractHtmlContent',
        action: 'Extract HTML content',
        description: 'Extract values from HTML',
      },
      {
        name: 'Convert to HTML table',
        value: 'convertToHtmlTable',
        action: 'Convert to HTML table',
        description: 'Build one table from all items',
      },
    ],
    default: 'generateHtmlTemplate',
  },
  {
    displayName: 'HTML template',
    name: 'html',
    type: 'string',
    noDataExpression: true,
    typeOptions: { editor: 'htmlEditor', rows: 12 },
    default: startingTemplate,
    description: "HTML with expressions in {{ }}. Scripts in it don't run here.",
    displayOptions: { show: { operation: ['generateHtmlTemplate'] } },
  },
  ...sourceParameters(forExtraction),
  { ...extractionValues, displayOptions: { show: { ...forExtraction, '@version': [1] } } },
  {
    ...extractionValues,
    default: { values: [{ key: '', cssSelector: '', returnValue: 'text', returnArray: false }] },
    displayOptions: { show: { ...forExtraction, '@version': [{ _cnd: { gt: 1 } }] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        displayName: 'Trim values',
        name: 'trimValues',
        type: 'boolean',
        default: true,
        description: 'Whether to trim spaces and line breaks around values',
      },
      {
        displayName: 'Clean up text',
        name: 'cleanUpText',
        type: 'boolean',
        default: true,
        description: 'Whether to collapse line breaks and multiple spaces within values',
      },
    ],
    displayOptions: { show: forExtraction },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        displayName: 'Capitalize headers',
        name: 'capitalize',
        type: 'boolean',
        default: false,
        description: 'Whether to show first_name as First Name',
      },
      {
        displayName: 'Custom styling',
        name: 'customStyling',
        type: 'boolean',
        default: false,
        description: 'Whether to leave out the default styles of the table',
      },
      { displayName: 'Caption', name: 'caption', type: 'string', default: '' },
      attributes('Table attributes', 'tableAttributes', 'HTML attributes of the table'),
      attributes('Header attributes', 'headerAttributes', 'HTML attributes of the header row'),
      attributes(
        'Row attributes',
        'rowAttributes',
        'HTML attributes of each row. Expressions are evaluated for its item.',
      ),
      attributes(
        'Cell attributes',
        'cellAttributes',
        'HTML attributes of each cell. Expressions are evaluated for its item.',
      ),
    ],
    displayOptions: { show: { operation: ['convertToHtmlTable'] } },
  },
] as const;

type Context = ExecuteContext<typeof parameters>;

export const htmlNode = defineNode({
  name: 'core.html',
  displayName: 'HTML',
  aliases: ['n8n-nodes-base.html'],
  description: 'Fills HTML templates, extracts values from HTML and builds tables from items',
  versions: [1, 1.1, 1.2],
  defaultVersion: 1.2,
  group: ['transform'],
  defaults: { name: 'HTML', color: '#2f9457' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  usableAsTool: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['extract', 'template', 'table', 'scrape', 'scraping', 'css', 'selector', 'web page', 'mail'],
  },
  parameters,
  execute: (context) => {
    switch (context.parameter('operation')) {
      case 'convertToHtmlTable':
        return table(context);
      case 'extractHtmlContent':
        return extractAll(context);
      default:
        return context.forEachItem((_item, index) => ({ json: { html: filled(context, index) } }));
    }
  },
});

const filled = (context: Context, index: number): string => {
  const template = String(context.rawParameter('html') ?? '').replace(/^=/, '');
  const filledIn = context.evaluate(`=${template}`, index) ?? '';
  return typeof filledIn === 'object' ? JSON.stringify(filledIn) : String(filledIn);
};

const extractAll = async (context: Context) => {
  const read = await htmlReader();
  const { typeVersion } = context.node;
  return context.forEachItem(async (item, index): Promise<Item[]> => {
    const name = context.parameter('dataPropertyName', index);
    const { values = [] } = context.parameter('extractionValues', index);
    const options = context.parameter('options', index) as TextOptions;
    const texts = await readSource(context, item, context.parameter('sourceData', index), name, typeVersion > 1);
    return texts.map((text) => ({ json: extract(read(text), values, options, typeVersion > 1.1), pairedItem: index }));
  });
};

const table = (context: Context): Item[][] => {
  if (context.items.length === 0) return [[]];
  const rows = context.items.map(({ json }) => json);
  const text = htmlTable(rows, context.parameter('options') as TableOptions, (index) => {
    const { rowAttributes, cellAttributes } = context.parameter('options', index) as {
      rowAttributes?: string;
      cellAttributes?: string;
    };
    return { row: rowAttributes, cell: cellAttributes };
  });
  return [[{ json: { table: text }, pairedItem: context.items.map((_, item) => ({ item })) }]];
};
