/** `npm test`: everything, from a bare clone on. */
import { ensureEditorBuilt, ensureInstalled } from './setup.mjs';

await ensureInstalled('full');
const { finish, staticChecks, tests, unitTests } = await import('./steps.mjs');
const { ensureChromium } = await import('./chromium.mjs');

await staticChecks();
await unitTests('unit and server tests', []);
await ensureEditorBuilt();
const chromium = await ensureChromium();
await tests(
  'journeys',
  'playwright',
  () => ['test', '--config', 'e2e/playwright.config.ts'],
  ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }),
  (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file, MILLRACE_CHROMIUM: chromium ?? '' }),
);
finish();
