import { expect, test } from 'vitest';
import { CommandLineError, readCommand } from './command-line.ts';

test.each([
  [[], { role: 'start' }],
  [['start'], { role: 'start' }],
  [['web'], { role: 'web' }],
  [['worker'], { role: 'worker' }],
  [['worker', '--concurrency', '50'], { role: 'worker', concurrency: 50 }],
  [['--concurrency=7'], { role: 'start', concurrency: 7 }],
  [['backup', 'safe'], { role: 'backup', folder: 'safe' }],
  [['restore', 'safe'], { role: 'restore', folder: 'safe', replace: false }],
  [['restore', '--replace', 'safe'], { role: 'restore', folder: 'safe', replace: true }],
  [['user:list'], { role: 'user:list' }],
  [['key:rotate'], { role: 'key:rotate' }],
  [['user:invite', 'a@b.io'], { role: 'user:invite', email: 'a@b.io' }],
  [
    ['user:create-owner', 'a@b.io', 'Olga', 'Owner'],
    { role: 'user:create-owner', email: 'a@b.io', firstName: 'Olga', lastName: 'Owner' },
  ],
  [['worker', '--help'], { role: 'help' }],
])('%j', (args, expected) => {
  expect(readCommand(args)).toEqual(expected);
});

test.each([
  [['serve'], 'no command "serve"'],
  [['web', '--port', '1'], '"--port" is not known'],
  [['web', 'worker'], '"worker" is not known'],
  [['web', '--concurrency', '5'], 'has no place there'],
  [['backup'], 'needs the folder'],
  [['backup', 'a', 'b'], '"b" is not known'],
  [['backup', '--replace', 'a'], '"--replace" is not known'],
  [['restore', '--force', 'a'], '"--force" is not known'],
  [['user:list', 'x'], '"x" is not known'],
  [['user:invite'], 'needs an email address'],
  [['user:invite', 'a@'], '"a@" must be an email address'],
  [['user:create-owner', 'a@b.io', '', 'Owner'], '"" must not be empty'],
  [['user:reset-password', '--all'], 'needs an email address'],
  [['user:create-owner', 'a@b.io', 'Olga'], 'the last name'],
  [['worker', '--concurrency'], 'a whole number from 1 to 10000'],
  [['worker', '--concurrency', '0'], 'a whole number'],
  [['worker', '--concurrency', '1e3'], 'a whole number'],
])('%j is refused plainly', (args, message) => {
  expect(() => readCommand(args)).toThrow(CommandLineError);
  expect(() => readCommand(args)).toThrow(message);
});
