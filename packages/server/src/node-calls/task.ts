import type { CallLoss, CallProcess, Task } from './call-process.ts';
import type { CallProcesses } from './call-processes.ts';
import { toError, toLoss } from './failures.ts';
import type { CallMessage } from './protocol.ts';
import type { CallOptions, StaticDataChanges } from './types.ts';

/** What the code of a task has given at its end. */
export interface TaskResult {
  /** As in `answered`. */
  bytes: Buffer;
  outputBytes?: number;
  staticData?: StaticDataChanges;
}

export interface TaskOptions extends Pick<CallOptions, 'executionId'> {
  id: number;
  processes: Pick<CallProcesses, 'open'>;
  /** Sends what it takes to begin. */
  begin(process: CallProcess): void;
  /** Ends it, with its reason. */
  signal: AbortSignal;
  /** Milliseconds that it has to end by itself then. */
  grace: number;
  /** It is begun once more where it was lost for no fault of its own. */
  isRepeated: boolean;
  onLog(values: unknown[]): void;
  /** Takes what only listeners say. */
  onMessage?(message: CallMessage, bytes: Buffer, process: CallProcess): void;
}

/** Times that others may take its process from a task. */
const mostLosses = 3;

/** Has a process do something, in another one if the first is lost. @throws NodeError, AppError, ProcessLostError, the signal's reason */
export const runTask = (options: TaskOptions): Promise<TaskResult> => {
  const { id, processes, signal } = options;
  const { promise, resolve, reject } = Promise.withResolvers<TaskResult>();
  let process: CallProcess | undefined;
  let grace: NodeJS.Timeout | undefined;
  let losses = 0;
  let suspicions = 0;

  const settle = (work: () => void): void => {
    clearTimeout(grace);
    signal.removeEventListener('abort', abort);
    process?.drop(id);
    work();
  };
  const abort = (): void => {
    process?.send({ type: 'abort', id });
    const giveUp = () => settle(() => reject(signal.reason));
    if (options.grace === 0) giveUp();
    else grace = setTimeout(giveUp, options.grace);
  };
  const begin = (): void => {
    try {
      processes.open().give(task);
    } catch (error) {
      settle(() => reject(error));
    }
  };
  const isBegunAgain = ({ part }: CallLoss): boolean => {
    losses++;
    if (part === 'suspect') suspicions++;
    return options.isRepeated && !signal.aborted && part !== 'culprit' && suspicions < 2 && losses < mostLosses;
  };

  const task: Task = {
    id,
    begin(on) {
      process = on;
      options.begin(on);
    },
    receive(message, bytes) {
      switch (message.type) {
        case 'answered':
          settle(() => resolve({ bytes, outputBytes: message.outputBytes, staticData: message.staticData }));
          return;
        case 'failed':
          settle(() => reject(toError(message.failure, message.missing)));
          return;
        case 'log':
          options.onLog(JSON.parse(bytes.toString()) as unknown[]);
          return;
        case 'wantExecution':
          void findExecution();
          return;
        default:
          options.onMessage?.(message, bytes, process as CallProcess);
          return;
      }
    },
    displaced() {
      if (signal.aborted) settle(() => reject(signal.reason));
      else begin();
    },
    lost(loss) {
      process = undefined;
      if (isBegunAgain(loss)) begin();
      else settle(() => reject(signal.aborted ? signal.reason : toLoss(loss)));
    },
  };

  const findExecution = async (): Promise<void> => {
    const asking = process;
    const executionId = await options.executionId?.().catch(() => null);
    asking?.send({ type: 'execution', id, executionId: executionId ?? null });
  };

  if (signal.aborted) reject(signal.reason);
  else {
    signal.addEventListener('abort', abort, { once: true });
    begin();
  }
  return promise;
};
