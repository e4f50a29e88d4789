import type { WorkflowNode } from '@millrace/contract/data';
import { createNodeTypeRegistry, createSetupContext, evaluateTypeText } from '@millrace/engine';
import type { NodeDefinition } from '@millrace/engine/node-api';
import { createFakeHost, workflow } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { loadNodeTypes } from './index.ts';

const called = (await loadNodeTypes()).filter(({ webhook }) => webhook !== undefined);

const parametersOf: Record<string, WorkflowNode['parameters']> = {
  'core.webhook': { httpMethod: 'PUT', path: 'orders' },
  'core.formTrigger': { path: 'orders', formTitle: 'Orders', options: { path: 'orders' } },
};

const given = async (definition: NodeDefinition, typeVersion: number) => {
  const parameters = parametersOf[definition.name] ?? {};
  const builder = workflow().node('Node', definition, { parameters, typeVersion, webhookId: 'hook' });
  const { context } = createSetupContext({
    workflow: builder.build(),
    node: 'Node',
    nodeTypes: createNodeTypeRegistry([definition]),
    timezone: 'UTC',
    host: createFakeHost(),
    signal: new AbortController().signal,
    onLog: () => {},
  });
  return (await definition.webhook!(context)).map(({ name = 'default', method, path }) => ({ name, method, path }));
};

const described = (definition: NodeDefinition, typeVersion: number) => {
  const node = { name: 'Node', typeVersion, parameters: parametersOf[definition.name] ?? {} };
  const read = (text: string): string =>
    text.startsWith('=') ? String(evaluateTypeText(text, definition, node)) : text;
  return definition.webhooks?.map(({ name, httpMethod, path, isFullPath }) => ({
    name,
    method: read(httpMethod),
    path: isFullPath ? read(path) : `hook/${read(path)}`,
  }));
};

describe('what descriptions say of webhooks is what the nodes give', () => {
  test.each(
    called.flatMap((definition) =>
      definition.versions.map((version) => [definition.name, version, definition] as const),
    ),
  )('%s %s', async (_name, version, definition) => {
    expect(described(definition, version)).toEqual(await given(definition, version));
  });
});
