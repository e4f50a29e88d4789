import type { NodePorts, ParameterDefinition } from '@millrace/contract/data';
import { expect, test } from 'vitest';
import { resolvePorts } from './ports.ts';
import { evaluateTypeText } from './type-text.ts';

const parameters: ParameterDefinition[] = [
  { name: 'numberInputs', displayName: 'Inputs', type: 'number', default: 2 },
  { name: 'rules', displayName: 'Rules', type: 'json', default: [] },
];
const resolve = (inputs: NodePorts, outputs: NodePorts, node = {}, names = {}) =>
  resolvePorts({ inputs, outputs, parameters, versions: [1, 2], ...names }, { name: 'N', ...node }, evaluateTypeText);

test('lists of types and of ports, with names', () => {
  expect(resolve(['main'], ['main', { type: 'ai_tool', required: true }], {}, { outputNames: ['true'] })).toEqual({
    inputs: [{ type: 'main' }],
    outputs: [
      { type: 'main', displayName: 'true' },
      { type: 'ai_tool', required: true },
    ],
  });
});

test('an expression over the parameters, with their defaults, and the version', () => {
  const inputs = '={{ Array.from({ length: $parameter.numberInputs }, () => "main") }}';
  expect(resolve(inputs, []).inputs.length).toBe(2);
  expect(resolve(inputs, [], { parameters: { numberInputs: 4 } }).inputs.length).toBe(4);
  const outputs = '={{ $nodeVersion >= 2 ? ["main"] : ["main", "main"] }}';
  expect(resolve([], outputs).outputs.length).toBe(2);
  expect(resolve([], outputs, { typeVersion: 2 }).outputs.length).toBe(1);
});

test('names of outputs out of the parameters', () => {
  const outputs = '={{ $parameter.rules.map(rule => ({ type: "main", displayName: rule.outputKey })) }}';
  expect(resolve([], outputs, { parameters: { rules: [{ outputKey: 'a' }, { outputKey: 'b' }] } }).outputs).toEqual([
    { type: 'main', displayName: 'a' },
    { type: 'main', displayName: 'b' },
  ]);
});

test.each(['={{ $parameter.rules.map( }}', '={{ nothing.here }}', '={{ 5 }}'])('%s leaves one port', (outputs) => {
  expect(resolve([], outputs).outputs).toEqual([{ type: 'main' }]);
});

test('the error output follows the outputs for items', () => {
  const resolved = resolve([], ['main', 'main', 'ai_tool'], { onError: 'continueErrorOutput' });
  expect(resolved.outputs.map((port) => port.displayName ?? port.type)).toEqual(['main', 'main', 'Error', 'ai_tool']);
  expect(resolved.errorOutput).toBe(2);
});
