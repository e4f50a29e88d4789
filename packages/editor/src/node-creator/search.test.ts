import type { NodeTypeDescription } from '@millrace/contract';
import { expect, test } from 'vitest';
import { searchActions, searchNodeTypes } from './search.ts';

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
const find = (query: string) => searchNodeTypes(types, query).map(({ type: found }) => found.displayName);

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

test('a slip does not hide a node: a letter more, less, other, or two swapped', () => {
  for (const typed of ['wehbook', 'webhok', 'webhhook', 'wabhook', 'wehboo']) expect(find(typed)[0]).toBe('Webhook');
  expect(find('reqeust')).toEqual(['HTTP Request']);
  expect(find('xebhook')).toEqual([]);
});

const byName = new Map(types.map((one) => [one.name, one]));
const actions = ['Send a message', 'Send a photo', 'Delete a message'].map((displayName) => ({
  type: 'core.set',
  displayName,
  parameters: { operation: displayName },
}));
const findActions = (query: string) => searchActions(byName, actions, query).map(({ action }) => action.displayName);

test('actions are found by their words, beside those of their node, and not by the node alone', () => {
  expect(findActions('send message')).toEqual(['Send a message']);
  expect(findActions('send')).toEqual(['Send a photo', 'Send a message']);
  expect(findActions('edit photo')).toEqual(['Send a photo']);
  expect(findActions('edit')).toEqual([]);
  expect(findActions('')).toEqual([]);
});

test('no query gives all, odd signs give nothing and do not fail', () => {
  expect(find('  ')).toHaveLength(5);
  expect(find('(.*')).toEqual([]);
});
