import { defineNode } from '@millrace/engine/node-api';

/** A note on the canvas. It has no ports, so it is never run. */
export const stickyNoteNode = defineNode({
  name: 'core.stickyNote',
  displayName: 'Sticky Note',
  aliases: ['n8n-nodes-base.stickyNote'],
  description: 'Adds a note to the canvas',
  versions: [1],
  defaultVersion: 1,
  group: ['organization'],
  defaults: { name: 'Sticky Note', color: '#b98a12' },
  inputs: [],
  outputs: [],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['note', 'comment', 'documentation', 'text', 'markdown'],
  },
  parameters: [
    {
      displayName: 'Content',
      name: 'content',
      type: 'string',
      noDataExpression: true,
      typeOptions: { rows: 8 },
      default: "## I'm a note\nDouble click to edit me",
    },
    {
      displayName: 'Height',
      name: 'height',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 40 },
      default: 160,
    },
    {
      displayName: 'Width',
      name: 'width',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 80 },
      default: 240,
    },
    {
      displayName: 'Color',
      name: 'color',
      type: 'number',
      noDataExpression: true,
      typeOptions: { minValue: 1, maxValue: 7, numberPrecision: 0 },
      default: 1,
    },
  ],
  execute: () => [],
});
