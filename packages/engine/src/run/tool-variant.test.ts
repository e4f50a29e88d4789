import { expect, test } from 'vitest';
import type { NodeDefinition } from '../node-api/definition.ts';
import { isDisplayed } from '../parameters/display.ts';
import { runWorkflowForTest, startNode, testNode, workflow } from '../testing/index.ts';
import { createNodeTypeRegistry } from './node-types.ts';

const lookUp = testNode(
  (context) => context.forEachItem((_, index) => ({ json: { found: context.parameter('what', index) } })),
  {
    name: 'test.lookUp',
    displayName: 'Look Up',
    description: 'Finds things',
    aliases: ['public.lookUp'],
    usableAsTool: true,
    parameters: [{ name: 'what', displayName: 'What', type: 'string', default: '' }],
  },
);
const agent = testNode(
  (context) => {
    const [tool] = context.tools();
    if (context.results) return [[{ json: { tool: tool?.description ?? '', results: context.results.length } }]];
    return context.run([{ node: tool!.node, items: [{ json: {} }], arguments: { what: 'it' } }]);
  },
  { name: 'test.agent', inputs: ['main', 'ai_tool'] },
);
const registry = createNodeTypeRegistry([lookUp, agent, startNode]);

test('a type that is usable as a tool has a second one, under each of its names', () => {
  for (const name of ['test.lookUpTool', 'public.lookUpTool']) {
    const tool = registry.describe(name, 1);
    expect(tool).toMatchObject({ name, displayName: 'Look Up Tool', inputs: [], outputs: ['ai_tool'] });
    expect(tool?.properties?.map((parameter) => parameter.name)).toEqual([
      'descriptionType',
      'toolDescription',
      'what',
    ]);
  }
  expect(registry.find('test.agentTool', 1)).toBeUndefined();
  expect(registry.list().map(({ name }) => name)).toEqual([
    'test.lookUp',
    'test.agent',
    'test.start',
    'test.lookUpTool',
  ]);
});

test('rules that ask whether it serves as a tool are answered in both', () => {
  const text = (name: string, displayOptions: object) => ({
    name,
    displayName: name,
    type: 'string' as const,
    default: '',
    displayOptions,
  });
  const definition = testNode(() => [[]], {
    name: 'test.both',
    usableAsTool: true,
    parameters: [
      text('always', { show: { '@version': [1] } }),
      text('ofTool', { show: { '@tool': [true] } }),
      text('ofNode', { hide: { '@tool': [true] } }),
      text('notOfTool', { show: { '@tool': [false] } }),
      {
        name: 'options',
        displayName: 'Options',
        type: 'collection',
        default: {},
        options: [text('inside', { show: { '@tool': [true] } }), text('insideNode', { hide: { '@tool': [true] } })],
      },
    ],
  });
  const types = createNodeTypeRegistry([definition, agent]);
  const shown = (name: string) => {
    const { properties = [] } = types.describe(name, 1) ?? {};
    const inside = properties.flatMap((property) => (property.type === 'collection' ? property.options : []));
    return [...properties, ...inside].filter((one) => isDisplayed(one, {}, {}, 1)).map((one) => one.name);
  };
  expect(shown('test.both')).toEqual(['always', 'ofNode', 'notOfTool', 'options', 'insideNode']);
  expect(shown('test.bothTool')).toEqual(['descriptionType', 'always', 'ofTool', 'options', 'inside']);
});

test('it is offered where something takes tools', () => {
  const hidden = (definitions: NodeDefinition[]) =>
    createNodeTypeRegistry(definitions)
      .list()
      .filter((type) => type.hidden)
      .map(({ name }) => name);
  expect(hidden([lookUp, agent])).toEqual([]);
  expect(hidden([lookUp])).toEqual(['test.lookUpTool']);
});

test('it is run for the agent that it is wired to', async () => {
  const nodeOf = (name: string, type: string, parameters = {}) => ({
    id: name,
    name,
    type,
    typeVersion: 1,
    position: [0, 0] as [number, number],
    parameters,
  });
  const run = await runWorkflowForTest(
    {
      ...workflow().build(),
      nodes: [
        nodeOf('Start', 'test.start'),
        nodeOf('Agent', 'test.agent'),
        nodeOf('Tool', 'public.lookUpTool', {
          what: "={{ $fromAI('what') }}",
          descriptionType: 'manual',
          toolDescription: 'Says it',
        }),
      ],
      connections: {
        Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
        Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
      },
    },
    { nodeTypes: registry },
  );
  expect(run.order).toEqual(['Start', 'Agent', 'Tool', 'Agent']);
  expect(run.json('Agent')).toEqual([{ tool: 'Says it', results: 1 }]);
  expect(run.tasks('Tool')[0]?.data).toEqual({ ai_tool: [[expect.objectContaining({ json: { found: 'it' } })]] });
});

test('a type of that name that was written by hand comes first', () => {
  const own = testNode(() => [[]], { name: 'test.lookUpTool' });
  expect(createNodeTypeRegistry([lookUp, own]).find('test.lookUpTool', 1)).toBe(own);
});
