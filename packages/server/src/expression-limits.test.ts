import type { Execution } from '@millrace/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answeringWorkflow } from './answering-workflow.testing.ts';
import type { Config } from './config.ts';
import { startTestServer } from './testing.ts';

// Whole servers start here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const startWith = async (workflows: Record<string, string>, config: Partial<Config> = {}) => {
  const server = await startTestServer(config);
  onTestFinished(() => server.stop(), 60_000);
  for (const [path, code] of Object.entries(workflows)) {
    await fetch(`${server.url}/rest/workflows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...answeringWorkflow(path, `=Got {{ ${code} }}`), active: true }),
    });
  }
  return {
    call: async (path: string) => (await fetch(`${server.url}/webhook/${path}`)).text(),
    errorOf: async (id: number) => {
      const answer = await fetch(`${server.url}/rest/executions/${id}`);
      const { data } = (await answer.json()) as { data: Execution };
      return data.data.resultData.error?.message;
    },
  };
};

const joining = 'numberList(1, 1000).map(a => numberList(1, 1000).find(b => b === 1001 - a)).length';

test('a run joins a thousand items with a thousand', async () => {
  const server = await startWith({ join: joining });
  expect(await server.call('join')).toBe('Got 1000');
});

test('the operator says how many steps an expression has', async () => {
  const server = await startWith({ join: joining }, { expressionSteps: 600_000 });
  await server.call('join');
  expect(await server.errorOf(1)).toContain('The expression takes too many steps');
});

test('an expression that makes ever more ends before the process is out of memory', async () => {
  const bomb = '(() => { const all = []; while (true) all.push(numberList(1, 1000).map(x => x + 0.5)) })()';
  const server = await startWith(
    { bomb, fine: '1 + 1' },
    { workerMemory: 128, expressionSteps: 1e12, expressionTime: 600_000 },
  );
  await server.call('bomb');
  expect(await server.errorOf(1)).toContain('The expression takes too much memory');
  expect(await server.call('fine')).toBe('Got 2');
});
