import type { WorkerSettings } from '../executions/workers/settings.ts';
import type { Log } from '../platform/log.ts';
import { type CallProcess, type CallProcessOptions, startCallProcess } from './call-process.ts';

/** The processes for one kind of task: one that takes what comes, and those before it that still have tasks, or are stuck. */
export interface CallProcesses {
  /** The process for what comes next; it is started if there is none. @throws Error once this is closed */
  open(): CallProcess;
  /** Whether the process that was given this token has the task. */
  hasTask(token: string, id: number): boolean;
  /** Settings for processes that start from now on. The present one gets nothing new, and ends when its tasks have ended. */
  renew(settings: WorkerSettings): void;
  /** Process ids, for measurements. */
  pids(): number[];
  close(): Promise<void>;
}

/** Milliseconds for which a process that has nothing to do is kept. */
const keptIdle = 15_000;

export const createCallProcesses = (options: {
  /** For the log. */
  name: string;
  start: Pick<CallProcessOptions, 'entry' | 'heapMegabytes' | 'settings' | 'patience' | 'outboundAt' | 'dataTables'>;
  keptIdle?: number;
  log: Log;
}): CallProcesses => {
  const { log, name } = options;
  const all = new Set<CallProcess>();
  let { settings } = options.start;
  let current: CallProcess | undefined;
  let release: NodeJS.Timeout | undefined;
  let closing: PromiseWithResolvers<void> | undefined;

  const start = (): CallProcess =>
    startCallProcess({
      ...options.start,
      settings,
      onClosed(process) {
        if (current === process) current = undefined;
      },
      onIdle(process, isClean) {
        if (current !== process) return process.release();
        if (!isClean) {
          current = undefined;
          return process.release();
        }
        release = setTimeout(() => {
          if (current === process) current = undefined;
          process.release();
        }, options.keptIdle ?? keptIdle).unref();
      },
      onExit(process, { cause, reason, lost }) {
        all.delete(process);
        if (closing && all.size === 0) closing.resolve();
        if (lost === 0) return;
        log.warn({ process: name, cause, reason, lost }, 'A process that calls nodes has ended');
      },
    });

  return {
    open() {
      if (closing) throw new Error('The server is stopping');
      clearTimeout(release);
      if (current?.isOpen) return current;
      current = start();
      all.add(current);
      return current;
    },
    hasTask: (token, id) => [...all].some((process) => process.token === token && process.tasks.has(id)),
    renew(next) {
      settings = next;
      clearTimeout(release);
      const before = current;
      current = undefined;
      if (before?.tasks.size === 0) before.release();
    },
    pids: () => [...all].flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
    async close() {
      clearTimeout(release);
      closing ??= Promise.withResolvers<void>();
      if (all.size === 0) closing.resolve();
      for (const process of all) process.kill();
      await closing.promise;
    },
  };
};
