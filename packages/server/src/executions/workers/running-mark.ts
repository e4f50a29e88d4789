import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Whose code a worker runs. It writes the id of the execution into a file without a name, which costs it about a microsecond, and which the serving
 * process can still read when the worker spins, or has died of want of memory.
 */

/** Descriptor of the file in a worker. */
const markDescriptor = 4;
const size = 8;

export interface RunningMark {
  /** To be given to the worker; undefined where no file could be made. */
  readonly descriptor: number | undefined;
  /** Undefined: not known. */
  read(): number | undefined;
  close(): void;
}

const openNameless = (): number | undefined => {
  const file = path.join(tmpdir(), `millrace-${randomUUID()}`);
  try {
    const descriptor = openSync(file, 'wx+', 0o600);
    unlinkSync(file);
    return descriptor;
  } catch {
    return undefined;
  }
};

export const openRunningMark = (): RunningMark => {
  const descriptor = openNameless();
  const value = new Float64Array(1);
  let isOpen = descriptor !== undefined;
  return {
    descriptor,
    read() {
      if (descriptor === undefined || !isOpen) return undefined;
      const count = readSync(descriptor, new Uint8Array(value.buffer), 0, size, 0);
      return count === size && value[0] !== 0 ? value[0] : undefined;
    },
    close() {
      if (descriptor !== undefined && isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
};

/** For a worker. @returns says whose code runs from now on */
export const createRunningMarker = (): ((executionId: number) => void) => {
  const value = new Float64Array(1);
  const bytes = new Uint8Array(value.buffer);
  let isThere = true;
  return (executionId) => {
    if (!isThere || value[0] === executionId) return;
    value[0] = executionId;
    try {
      writeSync(markDescriptor, bytes, 0, size, 0);
    } catch {
      isThere = false;
    }
  };
};
