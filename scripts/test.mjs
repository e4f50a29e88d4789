/** `npm test`: everything, from a bare clone on. */
import { ensureEditorBuilt, ensureInstalled } from './setup.mjs';

await ensureInstalled('full');
const { finish, staticChecks, step } = await import('./steps.mjs');
const { countPlaywrightTests, countVitestTests } = await import('./test-counts.mjs');
const { ensureChromium } = await import('./chromium.mjs');
const { ensurePrograms } = await import('./programs.mjs');

await staticChecks();
await ensurePrograms();
await step('unit and server tests', () => countVitestTests([]));
await ensureEditorBuilt();
const chromium = await ensureChromium();
await step('journeys', () => countPlaywrightTests(['--config', 'e2e/playwright.config.ts'], chromium));
finish();
