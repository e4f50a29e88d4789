import { readFile } from 'node:fs/promises';
import { telemetryEvents } from '@millrace/contract';
import { expect, test } from 'vitest';

test('docs/guides/telemetry.md lists every event with its properties', async () => {
  const page = await readFile(new URL('../../../../docs/guides/telemetry.md', import.meta.url), 'utf8');
  const listed = Object.fromEntries(
    [...page.matchAll(/^\| `(\w+)` \| (`.*?`) \|/gm)].map(([, name, properties]) => [
      name,
      [...properties!.matchAll(/`(\w+)`/g)].map(([, property]) => property).sort(),
    ]),
  );
  expect(listed).toEqual(
    Object.fromEntries(Object.entries(telemetryEvents).map(([name, { shape }]) => [name, Object.keys(shape).sort()])),
  );
});
