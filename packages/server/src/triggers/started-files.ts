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

export interface StartedFilesOptions {
  /** As `Dispatcher.reserve`. */
  reserve(): Promise<number>;
  binary: Pick<BinaryStore, 'deleteExecution'>;
  log: Log;
}

class FilesOfOne implements StartedFiles {
  readonly #options: StartedFilesOptions;
  #reserving: Promise<number> | undefined;
  #reserved: number | undefined;

  constructor(options: StartedFilesOptions) {
    this.#options = options;
  }

  async executionId() {
    this.#reserving ??= this.#options.reserve();
    this.#reserved = await this.#reserving;
    return this.#reserved;
  }

  reserved() {
    return this.#reserved;
  }

  async drop() {
    if (this.#reserved === undefined) return;
    const executionId = String(this.#reserved);
    const { binary, log } = this.#options;
    await binary
      .deleteExecution(executionId)
      .catch((error: unknown) =>
        log.warn({ err: error, executionId }, 'Files of a trigger that started nothing stay for now'),
      );
  }
}

export const createStartedFiles =
  (options: StartedFilesOptions): OpenStartedFiles =>
  () =>
    new FilesOfOne(options);
