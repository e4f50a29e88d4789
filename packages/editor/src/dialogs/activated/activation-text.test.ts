import type { NodeTypeDescription } from '@millrace/contract';
import { expect, test } from 'vitest';
import { indexNodeTypes } from '../../api/node-types.ts';
import { documentOf, setType, webhookType } from '../../workflow/document-for-test.ts';
import type { WorkflowDocument } from '../../workflow/types.ts';
import { activationText } from './activation-text.ts';

const trigger = (name: string, more: Partial<NodeTypeDescription> = {}): NodeTypeDescription => ({
  ...setType,
  name,
  group: ['trigger'],
  inputs: [],
  ...more,
});
const types = indexNodeTypes([
  setType,
  webhookType,
  trigger('core.manualTrigger'),
  trigger('core.feed', { polling: true }),
  trigger('core.mail'),
  trigger('core.own', { activationMessage: 'The files are being watched.' }),
]);

const withTypes = (...names: string[]): WorkflowDocument => {
  const document = documentOf(names.map((_, index) => `N${index}`).join(' '));
  const nodes = Object.values(document.nodes).map(
    (node, index) => [node.key, { ...node, data: { ...node.data, type: names[index]!, typeVersion: 3 } }] as const,
  );
  return { ...document, nodes: Object.fromEntries(nodes) };
};

test.each([
  [['core.own', 'core.manualTrigger'], /being watched/],
  [['core.webhook'], /production URL is live/],
  [['core.feed'], /looks for news/],
  [['core.mail'], /listens to the service/],
  [['core.own', 'core.set'], /^The files are being watched\.$/],
  [['core.feed', 'core.mail'], /Its 2 triggers/],
])('%j', (names, text) => {
  expect(activationText(withTypes(...names), types)).toMatch(text);
});
