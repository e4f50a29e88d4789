import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

test('every npm command begins with a script that installs what it needs', () => {
  for (const command of Object.values(manifest.scripts)) expect(command).toMatch(/^node scripts\/\w+\.mjs\b/);
});
