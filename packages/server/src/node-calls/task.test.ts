import { expect, it } from 'vitest';
import type { CallProcess, Task } from './call-process.ts';
import type { ToCalls } from './protocol.ts';
import { runTask } from './task.ts';

/** A process that does nothing by itself. */
const createProcess = () => {
  const given: Task[] = [];
  const sent: ToCalls[] = [];
  const process = {
    give(task: Task) {
      given.push(task);
      task.begin(process);
    },
    drop: () => {},
    send: (message: ToCalls) => void sent.push(message),
  } as Partial<CallProcess> as CallProcess;
  return { process, given, sent };
};

it('a task that was told to end does not begin in another process', async () => {
  const [stuck, next] = [createProcess(), createProcess()];
  const processes = [stuck.process, next.process];
  const stop = new AbortController();
  const running = runTask({
    id: 1,
    processes: { open: () => processes.shift() as CallProcess },
    begin: (process) => process.send({ type: 'ping' }),
    signal: stop.signal,
    grace: 3_600_000,
    isRepeated: false,
    onLog: () => {},
  });
  const ended = expect(running).rejects.toThrow('Deactivated');
  stop.abort(new Error('Deactivated'));
  expect(stuck.sent).toEqual([{ type: 'ping' }, { type: 'abort', id: 1 }]);
  stuck.given[0]?.displaced();
  expect(next.given).toEqual([]);
  await ended;
});
