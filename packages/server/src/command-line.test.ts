import { expect, test } from 'vitest';
import { CommandLineError, readCommand } from './command-line.ts';

test.each([
  [[], { role: 'start' }],
  [['start'], { role: 'start' }],
  [['web'], { role: 'web' }],
  [['worker'], { role: 'worker' }],
  [['worker', '--concurrency', '50'], { role: 'worker', concurrency: 50 }],
  [['--concurrency=7'], { role: 'start', concurrency: 7 }],
  [['worker', '--help'], 'help'],
])('%j', (args, expected) => {
  expect(readCommand(args)).toEqual(expected);
});

test.each([
  [['serve'], 'no command "serve"'],
  [['web', '--port', '1'], '"--port" is not known'],
  [['web', 'worker'], '"worker" is not known'],
  [['web', '--concurrency', '5'], 'has no place there'],
  [['worker', '--concurrency'], 'a whole number from 1 to 10000'],
  [['worker', '--concurrency', '0'], 'a whole number'],
  [['worker', '--concurrency', '1e3'], 'a whole number'],
])('%j is refused plainly', (args, message) => {
  expect(() => readCommand(args)).toThrow(CommandLineError);
  expect(() => readCommand(args)).toThrow(message);
});
