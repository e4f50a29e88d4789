/** The checks of the repository, each a step with a name; the last line of a run counts what passed and what failed. */
import { run } from './setup.mjs';

const results = [];

const record = (name, passed, failed, seconds) => {
  results.push({ name, passed, failed });
  console.log(`\n${failed === 0 ? 'ok' : 'FAILED'}  ${name}  (${seconds.toFixed(1)} s)\n`);
};

/** One step. @param count gives its { passed, failed } */
export const step = async (name, count) => {
  const start = Date.now();
  const { passed, failed } = await count();
  record(name, passed, failed, (Date.now() - start) / 1000);
};

/** A command that passes or fails as a whole. */
const check = (name, command, args) =>
  step(name, async () => ((await run(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }));

/** Prints the sum and ends the process. */
export const finish = () => {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  for (const { name, passed, failed } of results) console.log(`${name}: ${passed} passed, ${failed} failed`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') === 0 ? 0 : 1);
};

export const staticChecks = async () => {
  await check('node definitions', 'node', ['scripts/gen.ts']);
  await check('format and lint', 'biome', ['ci', '--error-on-warnings', '.']);
  await check('types', 'tsc', ['-b', '-f']);
  await check('node API report', 'node', ['scripts/api-report.ts', '--check']);
  await check('node reference', 'node', ['scripts/node-reference.ts', '--check']);
  await check('unused code', 'knip', []);
};
