import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { NodeError } from '@millrace/engine/node-api';
import { makeFolder } from '../make-folder.ts';
import { type FileSettings, systemFolders } from './configured.ts';
import { shown } from './failure.ts';

/** Says which paths nodes may use. It opens nothing. */
export interface FilePolicy {
  /**
   * The path as it is written, made absolute. What lies outside of all open folders is refused without a look at the disk, so nobody learns what is
   * there. @throws NodeError
   */
  place(given: string): string;
  /** @param real path without links, of something that is there. @throws NodeError */
  assertOpen(real: string): Promise<void>;
  /** For what was opened: a second name of a closed file is refused too. @throws NodeError */
  assertNotClosed(found: Stats, given: string): Promise<void>;
  /** Whether a path, as it is written, leads into what is never open. */
  isClosed(written: string): boolean;
  /** Makes the folder that is there without anybody's doing. */
  prepare(): Promise<void>;
}

/** Bytes. */
const longestPath = 4096;

const isWithin = (folder: string, candidate: string): boolean =>
  candidate === folder || candidate.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);

/** The same for all names of a file or folder, in whatever case they are written. */
const identityOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

const found = (place: string): Promise<Stats | undefined> => stat(place).catch(() => undefined);
const real = (place: string): Promise<string> => realpath(place).catch(() => place);

/** The path, its folder, the folder of that, up to the root. */
const upwards = function* (from: string): Generator<string> {
  for (let at = from; ; at = path.dirname(at)) {
    yield at;
    if (at === path.dirname(at)) return;
  }
};

export const createFilePolicy = ({ open, made, closed }: FileSettings): FilePolicy => {
  const outside = (given: string): NodeError =>
    new NodeError(`${shown(given)} lies outside of the folders that nodes may use`, {
      description:
        open.length === 0
          ? 'This instance opens none. Whoever operates it can name some in MILLRACE_FILES.'
          : `These are: ${open.join(', ')}. Whoever operates the instance can name others in MILLRACE_FILES.`,
    });
  const ownFile = (given: string): NodeError =>
    new NodeError(`${shown(given)} belongs to Millrace or to the system, and nodes may not use it`);

  return {
    place(given) {
      if (given === '' || given.includes('\0')) throw new NodeError('The path of a file is missing, or is none');
      if (Buffer.byteLength(given) > longestPath) throw new NodeError(`The path ${shown(given)} is too long`);
      const written = open[0] === undefined ? path.resolve(given) : path.resolve(open[0], given);
      if (!open.some((folder) => isWithin(folder, written))) throw outside(given);
      return written;
    },

    async assertOpen(at) {
      const folders = await Promise.all(open.map(real));
      if (!folders.some((folder) => isWithin(folder, at))) throw outside(at);
      const exempt = made && (await found(made));
      const refused = new Set((await Promise.all(closed.map(found))).flatMap((one) => (one ? [identityOf(one)] : [])));
      for (const place of upwards(at)) {
        const one = await found(place);
        if (!one) continue;
        if (exempt && identityOf(one) === identityOf(exempt)) return;
        if (refused.has(identityOf(one))) throw ownFile(at);
      }
    },

    async assertNotClosed(one, given) {
      // Only what has several names can be reached by one that lies elsewhere.
      if (!one.isFile() || one.nlink < 2) return;
      for (const place of closed) {
        if (systemFolders.includes(place)) continue;
        const names = await readdir(place).catch(() => []);
        for (const candidate of [place, ...names.map((name) => path.join(place, name))]) {
          const other = await found(candidate);
          if (other && identityOf(other) === identityOf(one)) throw ownFile(given);
        }
      }
    },

    isClosed: (written) =>
      closed.some((place) => isWithin(place, written)) && !(made !== undefined && isWithin(made, written)),

    async prepare() {
      if (made !== undefined) makeFolder(made);
    },
  };
};
