/** A reporter of vitest that writes what the gate counts: { passed, failed }, or nothing where the run does not end. */
import { writeFileSync } from 'node:fs';

/** Tests that are skipped or still to be written count as failed, and so does a file that did not load or whose hooks failed. */
const count = (modules, unhandledErrors) => {
  const counted = { passed: 0, failed: unhandledErrors.length };
  for (const module of modules) {
    const tests = [...module.children.allTests()];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    counted.passed += passed;
    counted.failed += tests.length - passed || (module.state() === 'passed' ? 0 : 1);
  }
  return counted;
};

// biome-ignore lint/style/noDefaultExport: vitest takes reporters so
export default class {
  onTestRunEnd(modules, unhandledErrors, reason) {
    const { passed, failed } = count(modules, unhandledErrors);
    writeFileSync(
      process.env.MILLRACE_TEST_REPORT,
      JSON.stringify({ passed, failed: reason === 'passed' ? failed : failed || 1 }),
    );
  }
}
