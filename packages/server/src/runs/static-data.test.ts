import { expect, it } from 'vitest';
import { createStaticData } from './static-data.ts';
import type { RunnableVersion } from './types.ts';

const version = (staticData: Record<string, { n: number }> | null, workflowId: number | null = 1): RunnableVersion => ({
  versionId: 1,
  workflowId,
  ownerId: 'me',
  workflow: { name: 'W', nodes: [], connections: {}, staticData },
});

it('goes from run to run, part by part', () => {
  const data = createStaticData();
  const own = version({ 'node:A': { n: 1 }, global: { n: 1 } });
  expect(data.of(own)).toBe('{"node:A":{"n":1},"global":{"n":1}}');
  const merged = data.merge(own, { global: { n: 2 }, constructor: { n: 3 } });
  expect(merged).toEqual({ workflowId: 1, text: '{"node:A":{"n":1},"global":{"n":2},"constructor":{"n":3}}' });
  expect(data.of(own)).toBe(merged?.text);
});

it('is not lost when the workflow is changed while a run is under way', () => {
  const data = createStaticData();
  const before = version({ global: { n: 1 } });
  data.of(before);
  const after = version({ global: { n: 1 } });
  data.of(after);
  data.merge(before, { global: { n: 2 } });
  expect(data.of(after)).toBe('{"global":{"n":2}}');
});

it('is what is stored where a version is loaded anew', () => {
  const data = createStaticData();
  data.merge(version(null), { global: { n: 1 } });
  expect(data.of(version({ global: { n: 7 } }))).toBe('{"global":{"n":7}}');
});

it("is nobody's where the workflow is not stored", () => {
  const data = createStaticData();
  expect(data.merge(version(null, null), { global: { n: 1 } })).toBeUndefined();
  expect(data.of(version({ global: { n: 1 } }, null))).toBe('{"global":{"n":1}}');
});
