/** `npm run bench`: every measurement, one after the other, so that none disturbs another. Each prints JSON. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

for (const file of ['expressions.ts', 'engine.ts', 'webhooks.ts']) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file)], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
