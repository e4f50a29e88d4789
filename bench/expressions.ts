/** How many evaluations of typical expressions one core does in a second. */
import { compileTemplate, createScope, type ExpressionData } from '@millrace/engine';

const item = { json: { name: 'ann', nested: { score: 21 }, tags: ['a', 'b', 'c'] }, pairedItem: 0 };
const run = { startTime: 0, executionTime: 0, source: [null], data: { main: [[item]] } };

const data: ExpressionData = {
  workflow: { id: '1', name: 'Bench', active: false },
  execution: { id: '1', mode: 'manual' },
  node: { name: 'Set', typeVersion: 1 },
  runIndex: 0,
  inputs: [[item]],
  source: [{ previousNode: 'Webhook' }],
  timezone: 'UTC',
  now: () => 0,
  random: () => 0.5,
  hasNode: () => true,
  runsOf: () => [run],
  outputLeadingHere: () => 0,
  leadsHere: () => true,
  parametersOf: () => ({}),
  contextOf: () => ({}),
};

const cases = [
  ['path', '={{ $json.nested.score }}'],
  ['compound', "={{ $json.name.toUpperCase() + ' ' + $json.nested.score * 2 }}"],
  ['text with two parts', '=Hello {{ $json.name }}, {{ $json.nested.score }}'],
  ['item of another node', "={{ $('Webhook').item.json.name }}"],
  ['callback', '={{ $json.tags.map(tag => tag + 1).join() }}'],
] as const;

const scope = createScope(data);
const results = cases.map(([name, text]) => {
  const template = compileTemplate(text);
  const count = 300_000;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    for (let index = 0; index < count; index += 1) template.evaluate(scope);
    best = Math.min(best, performance.now() - start);
  }
  return { name: `expressions: ${name}`, value: Math.round((count / best) * 1_000), unit: 'evaluations/s' };
});
console.log(JSON.stringify(results, null, 2));
