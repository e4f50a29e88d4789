import { expect, test } from 'vitest';
import { nodeRunOf } from '../workflow/node-run.ts';
import { type CardFacts, cardMark } from './card-state.ts';

const facts = (more: Partial<CardFacts>): CardFacts => ({
  run: undefined,
  hasIssues: false,
  isDisabled: false,
  isStale: false,
  ...more,
});
const ran = (phase: 'running' | 'success' | 'error' | 'waiting') => nodeRunOf([], phase);

test('what goes on now comes before what is wrong, that before what was', () => {
  expect(cardMark(facts({ run: ran('running'), hasIssues: true }))).toBe('running');
  expect(cardMark(facts({ run: ran('error'), hasIssues: true }))).toBe('issues');
  expect(cardMark(facts({ run: ran('success') }))).toBe('success');
});

test('a result from before a change is told apart', () => {
  expect(cardMark(facts({ run: ran('success'), isStale: true }))).toBe('stale');
});

test('a disabled node has no issues', () => {
  expect(cardMark(facts({ hasIssues: true, isDisabled: true }))).toBeUndefined();
});
