/**
 * Fails a test, or a test file, that leaves behind what keeps a process from ending: a timer, a socket, a server, a child process, a thread. The
 * message says where it was made.
 */
import { createHook } from 'node:async_hooks';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { afterAll, beforeEach, onTestFinished } from 'vitest';

const kinds = new Map([
  ['Timeout', 'a timer'],
  ['TCPWRAP', 'a socket'],
  ['TCPSERVERWRAP', 'a server'],
  ['PIPEWRAP', 'a pipe'],
  ['PIPESERVERWRAP', 'a server'],
  ['UDPWRAP', 'a socket'],
  ['PROCESSWRAP', 'a child process'],
  ['WORKER', 'a thread'],
  ['MESSAGEPORT', 'a message port'],
  ['FSEVENTWRAP', 'a watcher'],
]);

interface Resource {
  hasRef?(): boolean;
}

interface Made {
  kind: string;
  resource: Resource;
  stack: string;
}

/** By their ids, which count up. */
const open = new Map<number, Made>();
let newest = 0;

// Opened once for the process, by whoever first looks at it: also by an import of node:process.
void process.stdin;

createHook({
  init(id, type, _trigger, resource) {
    const kind = kinds.get(type);
    if (!kind) return;
    newest = id;
    const { stack = '' } = new Error();
    open.set(id, { kind, resource, stack });
  },
  destroy: (id) => void open.delete(id),
  trackPromises: false,
}).enable();

const isRunner = (frame: string) => /node_modules\/(?:@vitest|vitest)\//.test(frame);

/** Outside of Node, innermost first. */
const framesOf = (stack: string): string[] =>
  stack.split('\n').filter((line) => /:\d+:\d+\)?$/.test(line) && !/ async |node:|leaks\.setup/.test(line));

/** Whether it keeps the process alive, and the test runner did not make it for itself. */
const isLeft = ({ resource, stack }: Made): boolean =>
  resource.hasRef?.() !== false && !isRunner(framesOf(stack)[0] ?? '');

const leftSince = (id: number) => [...open].filter(([made, what]) => made > id && isLeft(what));

/** Closing takes a moment: a socket whose other end is closed, a process that was told to end. */
const patience = 3000;

/** @throws Error that names what is still there */
const assertNothingSince = async (id: number, where: string): Promise<void> => {
  // What was begun last has its turn first.
  await setImmediate();
  const end = performance.now() + patience;
  while (leftSince(id).length > 0 && performance.now() < end) await pause(5, undefined, { ref: false });
  const lines = leftSince(id).map(([made, { kind, stack }]) => {
    open.delete(made);
    const frames = framesOf(stack).filter((frame) => !isRunner(frame));
    return [`${kind}, made`, ...frames].join('\n');
  });
  if (lines.length > 0) throw new Error(`${where} leaves behind ${lines.join('\n')}`);
};

afterAll(() => assertNothingSince(0, 'This file'));

beforeEach(({ task }) => {
  const before = newest;
  if (!task.concurrent) onTestFinished(() => assertNothingSince(before, 'This test'));
});
