import type { Json } from '@millrace/contract';
import type { PartKey, PreviewBase } from '../node-panel/expression/preview/protocol.ts';

const base: PreviewBase = {
  workflow: { id: '1', name: 'Example', active: false },
  execution: { id: '1', mode: 'manual' },
  node: { name: 'Example', typeVersion: 1 },
  runIndex: 0,
  source: [{ previousNode: 'Input' }],
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  nodeNames: ['Example', 'Input'],
  leading: [['Input', 0]],
};

/** What an expression sees that gets one item, or one for each element of a list, from a node called Input. */
export const exampleParts = (json: Json): [PartKey, unknown][] => {
  const items = (Array.isArray(json) ? json : [json]).map((element, item) => ({
    json: typeof element === 'object' && element !== null ? element : { value: element },
    pairedItem: { item },
  }));
  return [
    ['base', JSON.stringify(base)],
    ['inputs', [items]],
    ['chosen', undefined],
    ['runs Input', [{ startTime: 0, executionTime: 0, source: [], data: { main: [items] } }]],
  ];
};
