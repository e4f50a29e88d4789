import { afterEach, expect, test, vi } from 'vitest';
import { documentOf } from '../workflow/document-for-test.ts';
import { openSession } from '../workflow/session.ts';
import { isHitTwice } from './hit-twice.ts';

afterEach(() => vi.useRealTimers());

test.each([
  ['toggleDisabled', 350],
  ['remove', 500],
  ['cut', 1000],
  ['paste', 1000],
  ['selectAll', 1000],
  ['rename', 1500],
])('keys of %s act once in %i ms', (command, pause) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const session = openSession(documentOf('A'));
  const other = openSession(documentOf('A'));
  expect(isHitTwice(session, command)).toBe(false);
  vi.advanceTimersByTime(pause - 1);
  expect(isHitTwice(session, command)).toBe(true);
  expect(isHitTwice(other, command)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isHitTwice(session, command)).toBe(false);
  session.dispose();
  other.dispose();
});
