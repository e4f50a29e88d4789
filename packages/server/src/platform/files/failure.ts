import { NodeError } from '@millrace/engine/node-api';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';

export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
export const isThere = (error: unknown): boolean => codeOf(error) === 'EEXIST';

/** Characters of a path that messages repeat. */
const mostShown = 300;
export const shown = (path: string): string => `"${path.length <= mostShown ? path : `${path.slice(0, mostShown)}…`}"`;

const messages: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no file ${path}`,
  ENOTDIR: (path) => `There is no file ${path}`,
  EACCES: (path) => `The user that Millrace runs as may not use ${path}`,
  EPERM: (path) => `The user that Millrace runs as may not use ${path}`,
  EROFS: (path) => `${path} cannot be written: its file system is read-only`,
  ENOSPC: (path) => `${path} cannot be written: the disk is full`,
  EDQUOT: (path) => `${path} cannot be written: the disk is full`,
  ENAMETOOLONG: (path) => `The path ${path} is too long`,
  ELOOP: (path) => `${path} was replaced by a symbolic link while it was opened, or its links lead in a circle`,
  EISDIR: (path) => `${path} is a folder`,
  ENXIO: (path) => `${path} is no ordinary file`,
  EBUSY: (path) => `${path} cannot be replaced, since something else holds it`,
  EMFILE: (path) => `${path} cannot be opened: too many files are open`,
  ENFILE: (path) => `${path} cannot be opened: too many files are open`,
  EIO: (path) => `${path} cannot be used: the disk has failed`,
};

/** A failure of the system in the words of those who build workflows; anything else as it is. */
export const explain = (error: unknown, path: string): unknown => {
  const message = messages[codeOf(error)];
  return message ? new NodeError(message(shown(path)), { cause: error }) : error;
};
