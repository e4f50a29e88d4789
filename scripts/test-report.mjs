/**
 * A reporter of vitest that writes what the gate counts: { passed, failed, notRun }, or nothing where the run does not end.
 * Not run are the tests of suites named "… (needs <program>)" on a system without that program.
 */
import { writeFileSync } from 'node:fs';
import { findProgram } from './programs.mjs';

const needed = (test) => {
  const [, program] = / \(needs ([\w-]+)\)/.exec(test.fullName) ?? [];
  return program !== undefined && findProgram(program) === undefined;
};

/** Tests that are skipped or still to be written count as failed, and so does a file that did not load or whose hooks failed. */
const count = (modules, unhandledErrors) => {
  const counted = { passed: 0, failed: unhandledErrors.length, notRun: 0 };
  for (const module of modules) {
    const tests = [...module.children.allTests()];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const notRun = tests.filter((test) => test.result().state === 'skipped' && needed(test)).length;
    counted.passed += passed;
    counted.notRun += notRun;
    counted.failed += tests.length - passed - notRun || (['passed', 'skipped'].includes(module.state()) ? 0 : 1);
  }
  return counted;
};

// biome-ignore lint/style/noDefaultExport: vitest takes reporters so
export default class {
  onTestRunEnd(modules, unhandledErrors, reason) {
    const { passed, failed, notRun } = count(modules, unhandledErrors);
    writeFileSync(
      process.env.MILLRACE_TEST_REPORT,
      JSON.stringify({ passed, notRun, failed: reason === 'passed' ? failed : failed || 1 }),
    );
  }
}
