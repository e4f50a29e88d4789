/** `npm run check`: the fast part of `npm test`, for use while one works. */
import { ensureInstalled } from './setup.mjs';

await ensureInstalled('full');
const { finish, staticChecks, step } = await import('./steps.mjs');
const { countVitestTests } = await import('./test-counts.mjs');
const projects = ['contract', 'engine', 'nodes', 'editor', 'scripts'];

await staticChecks();
await step('unit tests', () => countVitestTests(projects.map((name) => `--project=${name}`)));
finish();
