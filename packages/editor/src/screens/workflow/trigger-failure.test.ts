import { expect, test } from 'vitest';
import { triggerFailureText } from './trigger-failure.ts';

test('a failure says which node, why, and when it is tried again', () => {
  const state = { node: 'Feed', part: 'poll', status: 'failing', since: '2026-01-01T00:00:00.000Z' } as const;
  expect(triggerFailureText({ ...state, message: 'The feed is closed' })).toBe('"Feed": The feed is closed.');
  const nextTry = '2026-01-01T00:01:00.000Z';
  expect(triggerFailureText({ ...state, message: 'It is away.', nextTry })).toMatch(
    /^"Feed": It is away\. Next try: .*:01:00\.$/,
  );
});
