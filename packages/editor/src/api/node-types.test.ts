import type { NodeTypeDescription } from '@millrace/contract';
import { expect, test } from 'vitest';
import { indexNodeTypes, withOriginalNames } from './node-types.ts';

const type = (version: number): NodeTypeDescription => ({
  name: 'core.set',
  displayName: 'Set',
  description: '',
  version,
  defaultVersion: 3,
  aliases: ['n8n-nodes-base.set'],
  group: ['transform'],
  icon: '',
  defaults: { name: 'Set' },
  inputs: ['main'],
  outputs: ['main'],
});

test('types are found by own name and alias, in the version or the nearest lower one', () => {
  const { find } = indexNodeTypes([type(3), type(1), type(2)]);
  expect(find('core.set', 2)?.version).toBe(2);
  expect(find('n8n-nodes-base.set', 3.4)?.version).toBe(3);
  expect(find('core.set', 0.5)?.version).toBe(1);
  expect(find('toString', 1)).toBeUndefined();
});

test('a type with a translated name keeps its own one among the words that find it', () => {
  const original = { ...type(3), displayName: 'Edit Fields', codex: { categories: [], alias: ['Set'] } };
  const shown = { ...original, displayName: 'Felder bearbeiten' };
  const [found, same] = withOriginalNames([shown, original], [original, original]);
  expect(found?.codex?.alias).toEqual(['Set', 'Edit Fields']);
  expect(same).toBe(original);
});
