import { defineNode } from '@millrace/engine/node-api';

/** Longer keys and values are cut off. */
const longestKey = 50;
const longestValue = 512;

export const executionDataNode = defineNode({
  name: 'core.executionData',
  displayName: 'Execution Data',
  aliases: ['n8n-nodes-base.executionData'],
  description: 'Saves values with the execution so that you can find it later',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  group: ['input'],
  defaults: { name: 'Execution Data', color: '#5468d8' },
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['filter', 'find', 'highlight', 'custom data', 'metadata', 'tag', 'search'],
  },
  parameters: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      options: [
        {
          name: 'Save highlight data (for search and review)',
          value: 'save',
          action: 'Save highlight data',
        },
      ],
      default: 'save',
    },
    {
      displayName: 'Data to save',
      name: 'dataToSave',
      type: 'fixedCollection',
      placeholder: 'Add field to save',
      typeOptions: { multipleValues: true, multipleValueButtonText: 'Add field to save' },
      default: {},
      description: 'Up to 10 values per execution. You can filter the list of executions by them.',
      options: [
        {
          name: 'values',
          displayName: 'Value',
          values: [
            {
              displayName: 'Key',
              name: 'key',
              type: 'string',
              default: '',
              placeholder: 'customer',
              description: 'Letters, digits and underscores, up to 50 characters',
            },
            {
              displayName: 'Value',
              name: 'value',
              type: 'string',
              default: '',
              description: 'Up to 512 characters; anything longer is cut off',
            },
          ],
        },
      ],
    },
  ],
  execute: (context) =>
    context.forEachItem((item, index) => {
      for (const { key = '', value = '' } of context.parameter('dataToSave', index).values ?? []) {
        if (key !== '') context.customData.set(key.slice(0, longestKey), value.slice(0, longestValue));
      }
      return item;
    }),
});
