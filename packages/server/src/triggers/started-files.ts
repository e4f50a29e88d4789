import type { BinaryStore } from '../platform/binary/index.ts';
import type { Log } from '../platform/log.ts';

/** Files that a trigger writes belong to the execution that it starts, from the first of them on, and go where none starts. */
export interface StartedFiles {
  /** Reserves the execution. */
  executionId(): Promise<number>;
  /** Undefined: there are no files. */
  reserved(): number | undefined;
  /** No execution has started. Never rejects. */
  drop(): Promise<void>;
}

export type OpenStartedFiles = () => StartedFiles;

export const createStartedFiles =
  (options: {
    /** As `Dispatcher.reserve`. */
    reserve(): Promise<number>;
    binary: Pick<BinaryStore, 'deleteExecution'>;
    log: Log;
  }): OpenStartedFiles =>
  () => {
    let reserving: Promise<number> | undefined;
    let reserved: number | undefined;
    return {
      async executionId() {
        reserving ??= options.reserve();
        reserved = await reserving;
        return reserved;
      },
      reserved: () => reserved,
      async drop() {
        if (reserved === undefined) return;
        const executionId = String(reserved);
        await options.binary
          .deleteExecution(executionId)
          .catch((error: unknown) =>
            options.log.warn({ err: error, executionId }, 'Files of a trigger that started nothing stay for now'),
          );
      },
    };
  };
