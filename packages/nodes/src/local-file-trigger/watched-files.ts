/**
 * What a trigger knows of the files that it watches, so that a change is told once: also one that came while nobody watched, and also when a process
 * dies between the change and the execution that it starts.
 */

export const fileEvents = ['add', 'change', 'unlink', 'addDir', 'unlinkDir'] as const;
export type FileEvent = (typeof fileEvents)[number];

export interface FileStamp {
  isDirectory(): boolean;
  mtimeMs: number;
  size: number;
}

/** Stamps by path; those of folders say no more than that they are one. */
export type KnownFiles = Map<string, string>;

const folder = 'folder';

const stampOf = (stats: FileStamp): string =>
  stats.isDirectory() ? folder : `${Math.round(stats.mtimeMs)}-${stats.size}`;

/** How a watcher's report differs from what is known, which is brought up to date. Undefined: not at all. */
export const noteSeen = (known: KnownFiles, path: string, stats: FileStamp): FileEvent | undefined => {
  const stamp = stampOf(stats);
  const before = known.get(path);
  if (before === stamp) return undefined;
  known.set(path, stamp);
  if (stamp === folder) return 'addDir';
  return before === undefined || before === folder ? 'add' : 'change';
};

/** The same for what is gone. */
export const noteGone = (known: KnownFiles, path: string): FileEvent | undefined => {
  const before = known.get(path);
  if (before === undefined) return undefined;
  known.delete(path);
  return before === folder ? 'unlinkDir' : 'unlink';
};
