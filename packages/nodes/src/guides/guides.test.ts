import { expect, it } from 'vitest';
import { walkGuide } from './walk-guide.testing.ts';

/** Each runs tests of its own. */
const longest = 120_000;

it("a node of one's own, with its test, is under 40 lines", { timeout: longest }, async () => {
  const { codeLines, outputs } = await walkGuide('add-a-node');
  expect(codeLines).toBeLessThan(40);
  expect(outputs.get('npx vitest run --project=nodes reverse')).toMatch(/1 passed/);
  expect(outputs.get('npm run gen')).toMatch(/node definitions/);
});

it('a service with ten operations, its credential type and its tests are under 150 lines', {
  timeout: longest,
}, async () => {
  const { codeLines, files, outputs } = await walkGuide('service');
  expect(codeLines).toBeLessThan(150);
  expect([...files.values()].join('').match(/: operation\(/g)).toHaveLength(10);
  expect(outputs.get('npx vitest run --project=nodes shelf')).toMatch(/10 passed/);
});

it('an AI tool: a model has it run, and is told of what goes wrong', { timeout: longest }, async () => {
  const { outputs } = await walkGuide('ai-tool');
  expect(outputs.get('npx vitest run --project=nodes dictionary')).toMatch(/2 passed/);
});
