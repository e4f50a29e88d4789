import { type CommandResult, defineNode, NodeError } from '@millrace/engine/node-api';
import { text, toggle } from '../service/field.ts';

/** What people see first of a command that failed: the last that it said, which is mostly why. */
const reasonOf = ({ stderr, stdout }: CommandResult): string =>
  (stderr || stdout).split('\n').at(-1)?.slice(0, 300) ?? '';

const fail = (result: CommandResult, itemIndex: number): never => {
  const { exitCode, signal, stderr } = result;
  const how = exitCode === null ? `was ended by ${signal}` : `ended with exit code ${exitCode}`;
  const reason = reasonOf(result);
  throw new NodeError(`The command ${how}${reason && `: ${reason}`}`, {
    description: stderr.slice(-4000) || undefined,
    itemIndex,
  });
};

export const executeCommandNode = defineNode({
  name: 'core.executeCommand',
  displayName: 'Execute Command',
  aliases: ['n8n-nodes-base.executeCommand'],
  description: 'Runs a command on the machine that hosts Millrace, if its operator allows it',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'Execute Command', color: '#8557d8' },
  subtitle: '={{ $parameter.command }}',
  inputs: ['main'],
  outputs: ['main'],
  ownEffects: true,
  codex: {
    categories: ['Core Nodes', 'Development'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['shell', 'bash', 'terminal', 'script', 'process', 'program', 'run', 'cli'],
  },
  parameters: [
    {
      displayName:
        'Commands run with the permissions of the Millrace process. Only insert item values from sources you trust: the shell interprets them as part of the command.',
      name: 'warning',
      type: 'notice',
      default: '',
    },
    toggle('executeOnce', 'Execute once', {
      default: true,
      description: 'Whether to run the command once instead of for each item',
    }),
    text('command', 'Command', {
      required: true,
      placeholder: 'ls -l',
      typeOptions: { rows: 5 },
      description: 'The shell command to run. It starts in the first folder that nodes can access.',
    }),
  ],
  execute: (context) => {
    const isOnce = context.parameter('executeOnce') === true;
    return context.forEachItem(async (_item, index) => {
      if (isOnce && index > 0) return null;
      const command = context.parameter('command', index);
      if (command.trim() === '') throw new NodeError('There is no command', { itemIndex: index });
      const result = await context.runCommand(command);
      if (result.exitCode !== 0) fail(result, index);
      const { exitCode, stdout, stderr } = result;
      return { json: { exitCode, stderr, stdout } };
    });
  },
});
