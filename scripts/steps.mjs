/** The checks of the repository, each a step with a name; the last line of a run counts what passed and what failed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './setup.mjs';

const results = [];
const reports = mkdtempSync(join(tmpdir(), 'millrace-test-'));

const record = (name, passed, failed, seconds) => {
  results.push({ name, passed, failed });
  console.log(`\n${failed === 0 ? 'ok' : 'FAILED'}  ${name}  (${seconds.toFixed(1)} s)\n`);
};

const timed = async (work) => {
  const start = Date.now();
  return [await work(), (Date.now() - start) / 1000];
};

/** A command that passes or fails as a whole. */
export const check = async (name, command, args) => {
  const [code, seconds] = await timed(() => run(command, args));
  record(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, seconds);
};

/** A test runner that writes a JSON report, of which `count` makes {passed, failed}. */
export const tests = async (name, command, args, count, env) => {
  const file = join(reports, `${name}.json`);
  const [code, seconds] = await timed(() => run(command, args(file), { env: env?.(file) }));
  let counted = { passed: 0, failed: 0 };
  try {
    counted = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    console.error(`${name}: no report was written`);
  }
  const failed = counted.failed === 0 && (code !== 0 || counted.passed === 0) ? 1 : counted.failed;
  record(name, counted.passed, failed, seconds);
};

/** Prints the sum and ends the process. */
export const finish = () => {
  rmSync(reports, { recursive: true, force: true });
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  for (const { name, passed, failed } of results) console.log(`${name}: ${passed} passed, ${failed} failed`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') === 0 ? 0 : 1);
};

export const staticChecks = async () => {
  await check('generated files', 'node', ['scripts/gen.ts', '--check']);
  await check('format and lint', 'biome', ['ci', '--error-on-warnings', '.']);
  await check('types', 'tsc', ['-b', '-f']);
  await check('unused code', 'knip', []);
};

export const unitTests = (name, args) =>
  tests(
    name,
    'vitest',
    (file) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests }),
  );
