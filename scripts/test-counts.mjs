/** Runs the test runners and counts what passed and what failed, by their reports and by their exit codes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

const readReport = (file, count) => {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`\nNo whole report was written: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
};

/**
 * Runs a test runner that writes a JSON report.
 *
 * @param env gives the environment for the path of the report
 * @param count gives { passed, failed } of a report; what a runner itself calls a failure, by its exit code, is one in any case
 * @returns { passed, failed }
 */
const countTests = async ({ command, args, env, count, options }) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-test-'));
  const file = join(folder, 'report.json');
  try {
    const code = await run(command, args, { ...options, env: env(file) });
    const { passed, failed } = readReport(file, count);
    if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed };
    console.error(`\n${command} ended with ${code} and a report of ${passed} passed and ${failed} failed tests.`);
    return { passed, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** @returns { passed, failed } of vitest with these arguments */
export const countVitestTests = (args, options) =>
  countTests({
    command: 'vitest',
    args: ['run', '--reporter=default', `--reporter=${join(root, 'scripts/test-report.mjs')}`, ...args],
    env: (file) => ({ MILLRACE_TEST_REPORT: file }),
    count: ({ passed, failed, notRun }) => {
      if (notRun > 0)
        console.log(`\n${notRun} tests did not run, since this system lacks the programs that they name.`);
      return { passed, failed: failed + (process.env.CI ? notRun : 0) };
    },
    options,
  });

/** @returns { passed, failed } of Playwright with these arguments */
export const countPlaywrightTests = (args, chromium) =>
  countTests({
    command: 'playwright',
    args: ['test', ...args],
    env: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file, MILLRACE_CHROMIUM: chromium ?? '' }),
    count: ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    }),
  });
