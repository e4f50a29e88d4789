import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSandbox } from './sandbox.testing.ts';

const sandbox = openTestSandbox({ mostRunners: 1 });
beforeAll(() => sandbox.start());
afterAll(() => sandbox.close());

const run = async (source: string, items: { json: Record<string, never> }[] = []) => {
  const task = { language: 'javascript', source, form: 'once', items, timezone: 'UTC', runIndex: 0 } as const;
  return sandbox.client.run({ ...task, call: () => ({ value: null }), log: () => {} }, new AbortController().signal);
};

const runnersOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const memoryOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;

test.runIf(process.platform === 'linux')(
  'a thousand runs leave no memory behind',
  async () => {
    const source = 'globalThis.kept = Array.from({ length: 10000 }, (_, index) => ({ index })); return { ok: true }';
    for (let count = 0; count < 100; count++) await run(source);
    const [runner = 0] = runnersOf(sandbox.pid()!);
    const before = memoryOf(runner);
    for (let count = 0; count < 1000; count++) await run(source);
    expect(runnersOf(sandbox.pid()!)).toEqual([runner]);
    expect(memoryOf(runner) - before).toBeLessThan(60_000_000);
  },
  120_000,
);

test.runIf(process.platform === 'linux')(
  'a runner that is killed fails its run only, and another takes its place',
  async () => {
    const begun = Promise.withResolvers<void>();
    const task = { language: 'javascript', form: 'once', items: [], timezone: 'UTC', runIndex: 0 } as const;
    const call = () => {
      begun.resolve();
      return { value: 1 };
    };
    const source = 'this.evaluateExpression("1"); while (true);';
    const lost = sandbox.client.run({ ...task, source, call, log: () => {} }, new AbortController().signal);
    const failed = expect(lost).rejects.toThrow('has ended');
    await begun.promise;
    for (const runner of runnersOf(sandbox.pid()!)) process.kill(runner, 'SIGKILL');
    await failed;
    expect((await run('return 1')).value).toBe(1);
  },
);
