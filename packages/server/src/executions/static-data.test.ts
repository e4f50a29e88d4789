import { expect, test } from 'vitest';
import { createKnownStaticData } from './static-data.ts';
import type { RunnableVersion } from './types.ts';

const version = (workflowId: number | null = 7): RunnableVersion => ({
  versionId: 1,
  workflowId,
  workflow: { name: '', nodes: [], connections: {} },
});

test('what was read is known, until an execution or a change of the workflow replaces it', () => {
  const known = createKnownStaticData();
  const first = version();
  known.expect(first)('{"a":1}');
  expect(known.of(first)).toBe('{"a":1}');
  expect(known.of(version())).toBeUndefined();
  known.changed(7);
  expect(known.of(first)).toBeUndefined();
  const never = version(null);
  known.expect(never)(null);
  expect(known.of(never)).toBeUndefined();
});

test('what was read before a change is not kept after it', () => {
  const known = createKnownStaticData();
  const one = version();
  const keep = known.expect(one);
  known.changed(7);
  keep('{"old":1}');
  expect(known.of(one)).toBeUndefined();
  known.expect(one)(null);
  expect(known.of(one)).toBeNull();
});
