/** `npm run check`: the fast part of `npm test`, for use while one works. */
import { ensureInstalled } from './setup.mjs';

await ensureInstalled('full');
const { finish, staticChecks, unitTests } = await import('./steps.mjs');
await staticChecks();
await unitTests('unit tests', ['--project=contract', '--project=engine', '--project=nodes', '--project=editor']);
finish();
