import type { CommandResult } from '@millrace/engine/node-api';
import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { executeCommandNode } from './execute-command.node.ts';

const run = async (parameters: object, items: object[], results: Partial<CommandResult>[] = [], more = {}) => {
  const commands: string[] = [];
  const runCommand = async (command: string): Promise<CommandResult> => {
    commands.push(command);
    return { exitCode: 0, signal: null, stdout: command, stderr: '', ...results[commands.length - 1] };
  };
  const ran = await runNode(executeCommandNode, {
    parameters: parameters as never,
    items: items as never,
    host: { runCommand },
    ...more,
  });
  return { ...ran, commands };
};

test('once, or for each item, with what the expression gives', async () => {
  const items = [{ n: 1 }, { n: 2 }];
  const once = await run({ command: 'echo {{ $json.n }}' }, items);
  expect(once.commands).toEqual(['echo {{ $json.n }}']);
  expect(once.items).toEqual([{ json: { exitCode: 0, stderr: '', stdout: 'echo {{ $json.n }}' }, pairedItem: 0 }]);
  const each = await run({ command: '=echo {{ $json.n }}', executeOnce: false }, items);
  expect(each.commands).toEqual(['echo 1', 'echo 2']);
  expect(each.items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1]);
  expect((await run({ command: 'x' }, [])).items).toEqual([]);
});

test('one that fails says why; the others go on where that is wanted', async () => {
  const failing = [{ exitCode: 2, stderr: 'first\nno such file' }];
  const { error } = await run({ command: 'x' }, [{}], failing);
  expect(error).toMatchObject({
    message: 'The command ended with exit code 2: no such file',
    description: 'first\nno such file',
    itemIndex: 0,
  });
  const { json } = await run({ command: 'x', executeOnce: false }, [{}, {}], failing, {
    onError: 'continueRegularOutput',
  });
  expect(json).toEqual([
    { error: 'The command ended with exit code 2: no such file' },
    { exitCode: 0, stderr: '', stdout: 'x' },
  ]);
  expect((await run({ command: 'x' }, [{}], [{ exitCode: null, signal: 'SIGKILL', stdout: '' }])).error?.message).toBe(
    'The command was ended by SIGKILL',
  );
  expect((await run({ command: ' ' }, [{}])).error?.message).toBeDefined();
});

test('an instance that runs none says how that is changed', async () => {
  const { error } = await runNode(executeCommandNode, { parameters: { command: 'ls' }, items: [{}] });
  expect(error).toMatchObject({
    message: 'This instance runs no commands',
    description: expect.stringContaining('MILLRACE_COMMANDS=true'),
  });
});
