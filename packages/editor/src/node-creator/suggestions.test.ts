import { expect, test } from 'vitest';
import { nodeType } from '../canvas/testing.ts';
import { suggestionsFor } from './suggestions.ts';
import { pairOf } from './use-history.ts';

const types = ['core.httpRequest', 'core.set', 'core.splitOut', 'core.sort', 'service.own']
  .map((name) => nodeType(name, { displayName: name }))
  .concat(nodeType('core.webhook', { group: ['trigger'] }), nodeType('core.scheduleTrigger', { group: ['trigger'] }));
const nothing = { counts: new Map<string, number>(), pairs: new Map<string, number>() };
const names = (...[previous, history = nothing, isFirst]: [string?, typeof nothing?, boolean?]) =>
  suggestionsFor(types, previous, history, isFirst).map(({ name }) => name);

test('a workflow begins with a trigger, and goes on with what usually follows', () => {
  expect(names(undefined, nothing, true)).toEqual(['core.scheduleTrigger', 'core.webhook']);
  expect(names('core.httpRequest')).toEqual(['core.set', 'core.splitOut', 'core.httpRequest']);
  expect(names('core.filter')[0]).toBe('core.set');
});

test('what this person adds counts more, most after the same node', () => {
  const counts = new Map([['core.sort', 3]]);
  expect(names('core.httpRequest', { ...nothing, counts })).toContain('core.sort');
  const pairs = new Map([[pairOf('core.httpRequest', 'service.own'), 2]]);
  expect(names('core.httpRequest', { counts, pairs })[0]).toBe('service.own');
  expect(names('core.set', { counts, pairs })).not.toContain('service.own');
});

test('types called like members of objects are types like any other', () => {
  expect(names('constructor')).toEqual(names(undefined));
});
