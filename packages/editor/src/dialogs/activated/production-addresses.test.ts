import { expect, test } from 'vitest';
import { documentOf } from '../../workflow/document-for-test.ts';
import type { DocumentNode } from '../../workflow/types.ts';
import { productionAddresses } from './production-addresses.ts';

const nodeOf = (type: string): DocumentNode => {
  const [node] = Object.values(documentOf('A').nodes);
  return { ...node!, data: { ...node!.data, type } };
};
const both = ['GET', 'POST'].map((method) => ({ method, url: 'https://own/x', testUrl: 'https://own/test/x' }));

test('a webhook is called at each of its addresses; of a form and a chat people open the page', () => {
  expect(productionAddresses(nodeOf('core.webhook'), both)).toEqual([
    { method: 'GET', url: 'https://own/x', isPage: false },
    { method: 'POST', url: 'https://own/x', isPage: false },
  ]);
  for (const type of ['core.formTrigger', 'n8n-nodes-base.formTrigger', 'core.chatTrigger'])
    expect(productionAddresses(nodeOf(type), both)).toEqual([{ method: 'GET', url: 'https://own/x', isPage: true }]);
});

test('a chat without a page is called', () => {
  expect(productionAddresses(nodeOf('core.chatTrigger'), both.slice(1))).toEqual([
    { method: 'POST', url: 'https://own/x', isPage: false },
  ]);
});
