import { NodeError } from '@millrace/engine/node-api';
import { describe, expect, test } from 'vitest';
import { matchesPattern } from './pattern.ts';

describe('matching a text with the pattern of a user', () => {
  test('a pattern is bare or written with slashes and flags', () => {
    expect(matchesPattern('Order 12', '^order \\d+$')).toBe(false);
    expect(matchesPattern('Order 12', '/^order \\d+$/i')).toBe(true);
    expect(matchesPattern('a/b', 'a/b')).toBe(true);
  });

  test('what is no pattern is an error that names it', () => {
    expect(() => matchesPattern('a', '(')).toThrow(new NodeError('"(" is not a regular expression'));
  });

  test('a pattern that would run for ever ends at once', () => {
    expect(() => matchesPattern(`${'a'.repeat(40)}!`, '(a+)+$')).toThrow(NodeError);
    expect(() => matchesPattern(`${'a'.repeat(40)}!`, '(a+)+$')).toThrow(/takes too long/);
  });
});
