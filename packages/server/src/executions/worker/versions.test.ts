import { expect, test } from 'vitest';
import { createVersions } from './versions.ts';

const workflow = (name: string) => JSON.stringify({ id: '1', name, active: false, nodes: [], connections: {} });

test('a version is one object for all that run it, until it is forgotten', async () => {
  const versions = createVersions(async () => []);
  versions.add(1, workflow('A'));
  versions.add(2, workflow('B'));
  const first = await versions.get(1);
  expect(first.workflow.name).toBe('A');
  expect(await versions.get(1)).toBe(first);

  versions.forget(1);
  versions.forget(2);
  for (const id of [1, 2]) await expect(versions.get(id)).rejects.toThrow(`Version ${id} was not sent`);
  versions.add(1, workflow('A'));
  expect(await versions.get(1)).not.toBe(first);
});
