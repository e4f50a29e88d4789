import type { NodeTypeDescription } from '@millrace/contract';
import { expect, test } from 'vitest';
import { searchNodeTypes } from './search.ts';

const type = (name: string, displayName: string, description = '', alias: string[] = []): NodeTypeDescription => ({
  name,
  displayName,
  description,
  version: 1,
  defaultVersion: 1,
  aliases: [],
  group: ['transform'],
  icon: 'file:icon.svg',
  defaults: { name: displayName },
  inputs: ['main'],
  outputs: ['main'],
  codex: { categories: ['Core Nodes'], alias },
});

const types = [
  type('core.set', 'Edit Fields', 'Add, change or remove fields', ['Set', 'JSON']),
  type('core.httpRequest', 'HTTP Request', 'Call any HTTP API', ['API', 'curl']),
  type('core.respondToWebhook', 'Respond to Webhook', 'Answer the caller'),
  type('core.webhook', 'Webhook', 'Starts the workflow on an HTTP request'),
  type('core.if', 'If', 'Two ways by conditions', ['condition', 'branch']),
];
const find = (query: string) => searchNodeTypes(types, query).map(({ displayName }) => displayName);

test('the whole name comes before a word of the name, that before the description', () => {
  expect(find('webhook')).toEqual(['Webhook', 'Respond to Webhook']);
  expect(find('http')).toEqual(['HTTP Request', 'Webhook']);
});

test('aliases and the name of the type are found', () => {
  expect(find('curl')).toEqual(['HTTP Request']);
  expect(find('set')[0]).toBe('Edit Fields');
});

test('every word must fit, in any order', () => {
  expect(find('request http')).toEqual(['HTTP Request', 'Webhook']);
  expect(find('http nothing')).toEqual([]);
});

test('letters in order find a name as a last resort', () => {
  expect(find('htrq')).toEqual(['HTTP Request']);
});

test('no query gives all, odd signs give nothing and do not fail', () => {
  expect(find('  ')).toHaveLength(5);
  expect(find('(.*')).toEqual([]);
});
