import { mkdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * Makes a folder that an operator has named, with those around it, for its owner alone. One after the other: where the file system makes none, as
 * below /proc, the recursive way of Node.js tries without end.
 *
 * @param advice what to do where it cannot be made
 * @throws OperatorError
 */
export const makeFolder = (folder: string, advice = 'Set MILLRACE_DATA to another folder.'): void => {
  const found = lookAt(folder);
  if (found?.isDirectory()) return;
  if (found) throw new OperatorError(`${folder} is no folder. ${advice}`);
  makeFolder(path.dirname(folder), advice);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // By another process at the same moment.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new OperatorError(`The folder ${folder} cannot be made: ${(error as Error).message}. ${advice}`, {
      cause: error,
    });
  }
};

/** Undefined also where it may not be looked at: to make it says why. */
const lookAt = (folder: string): Stats | undefined => {
  try {
    return statSync(folder);
  } catch {
    return undefined;
  }
};
