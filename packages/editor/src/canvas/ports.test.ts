import type { NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { evaluateTypeText } from '@millrace/engine';
import { expect, test } from 'vitest';
import type { Wire } from '../workflow/types.ts';
import { fittingInput, portsOf } from './ports.ts';
import { nodeType, wireOf } from './testing.ts';

const node = (parameters: WorkflowNode['parameters'] = {}): WorkflowNode => ({
  name: 'a',
  type: 'core.test',
  position: [0, 0],
  parameters,
});
const unwired = { into: [], outOf: [] };
const shownPorts = (
  node: WorkflowNode,
  type: NodeTypeDescription | undefined,
  wires: { into: Wire[]; outOf: Wire[] },
) => portsOf(node, type, wires, evaluateTypeText);
const ids = (ports: readonly { id: string }[]) => ports.map(({ id }) => id);

test('ports have the labels of their type', () => {
  const type = nodeType('core.if', { outputs: ['main', 'main'], outputNames: ['true', 'false'] });
  expect(shownPorts(node(), type, unwired).outputs.map(({ id, label }) => `${id} ${label}`)).toEqual([
    'main:0 true',
    'main:1 false',
  ]);
});

test('ports that depend on parameters follow them', () => {
  const type = nodeType('core.switch', {
    outputs: '={{ $parameter.rules.map((rule) => ({ type: "main", displayName: rule })) }}',
  });
  expect(shownPorts(node({ rules: ['x', 'y'] }), type, unwired).outputs.map(({ label }) => label)).toEqual(['x', 'y']);
});

test('an unknown type shows the ports that its wires need', () => {
  const wires = { into: [wireOf('b>a:2')], outOf: [wireOf('a:1>c')] };
  const { inputs, outputs } = shownPorts(node(), undefined, wires);
  expect(ids(inputs)).toEqual(['main:0', 'main:2']);
  expect(ids(outputs)).toEqual(['main:0', 'main:1']);
});

test('a wire at an output that is gone stays visible', () => {
  const outputs = shownPorts(node(), nodeType('core.set'), { into: [], outOf: [wireOf('a:3>c')] }).outputs;
  expect(ids(outputs)).toEqual(['main:0', 'main:3']);
});

test('a wire dropped on a node takes the first free input, else one that takes several', () => {
  const ports = shownPorts(node(), nodeType('core.merge', { inputs: ['main', 'main'] }), unwired);
  expect(fittingInput(ports, [wireOf('b>a:0')], 'main')?.id).toBe('main:1');
  expect(fittingInput(ports, [wireOf('b>a:0'), wireOf('b>a:1')], 'main')?.id).toBe('main:0');
  expect(fittingInput(ports, [], 'ai_tool')).toBeUndefined();
});

test('a full input takes no further wire', () => {
  const type = nodeType('core.agent', { inputs: [{ type: 'ai_languageModel', maxConnections: 1 }] });
  const ports = shownPorts(node(), type, unwired);
  const taken = { ...wireOf('b>a:0'), targetType: 'ai_languageModel' as const };
  expect(fittingInput(ports, [], 'ai_languageModel')?.index).toBe(0);
  expect(fittingInput(ports, [taken], 'ai_languageModel')).toBeUndefined();
});

test('before the expression language is loaded, ports that are an expression are those that wires lead to', () => {
  const type = nodeType('core.switch', { outputs: '={{ [{ type: "main" }, { type: "main" }, { type: "main" }] }}' });
  const switched = node();
  const wires = { into: [], outOf: [wireOf('a:1>c')] };
  expect(ids(portsOf(switched, type, wires, undefined).outputs)).toEqual(['main:0', 'main:1']);
  expect(ids(portsOf(switched, type, wires, evaluateTypeText).outputs)).toEqual(['main:0', 'main:1', 'main:2']);
});

test('a node of unknown type from which another is built has the port of that alone', () => {
  const wires = { into: [], outOf: [{ ...wireOf('model>agent'), sourceType: 'ai_languageModel' as const }] };
  expect(shownPorts(node(), undefined, wires)).toMatchObject({ inputs: [], outputs: [{ id: 'ai_languageModel:0' }] });
});

test('a port that is the only one of its side has no name', () => {
  const kept = nodeType('core.filter', { outputs: ['main'], outputNames: ['Kept'] });
  expect(shownPorts(node(), kept, unwired).outputs.map(({ label }) => label)).toEqual(['']);
});
