import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { OwnNodes as DescribedNodes } from '@millrace/contract';
import type { LibraryPlace } from '@millrace/nodes';
import type { Log } from '../platform/log.ts';
import { noContents, readContents } from './contents.ts';
import { type DescribeLimits, describeLibrary } from './describing/describe.ts';
import type { NamedPlace } from './libraries.ts';

/** The folder of own nodes of this process. What it holds is described anew whenever a file in it changes; what cannot be leaves all as it was. */
export interface OwnNodes {
  /** Reads it for the first time. @param onChange told after each time that follows and has gone well */
  start(onChange: () => void): Promise<void>;
  present(): NamedPlace | undefined;
  /** @param clashes by name, why a library is not in use */
  describe(clashes: ReadonlyMap<string, string>): DescribedNodes;
  close(): Promise<void>;
}

const name = 'the folder of own nodes';
/** Milliseconds without a further change, after which a folder is read. */
const quiet = 100;

export const createOwnNodes = (options: {
  folder: string;
  /** Where its catalogues are written. */
  catalogues: string;
  limits: DescribeLimits;
  log: Log;
}): OwnNodes => {
  const { folder, catalogues, limits, log } = options;
  const closing = new AbortController();
  let place: LibraryPlace | undefined;
  let problem: string | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let watcher: ReturnType<typeof watch> | undefined;

  const read = async (): Promise<boolean> => {
    const next: LibraryPlace = { kind: 'folder', catalogue: path.join(catalogues, randomUUID()), code: folder };
    try {
      await mkdir(next.catalogue, { recursive: true, mode: 0o700 });
      await describeLibrary(next, { ...limits, signal: closing.signal });
      place = next;
      problem = undefined;
      return true;
    } catch (error) {
      await rm(next.catalogue, { recursive: true, force: true });
      if (closing.signal.aborted) return false;
      problem = (error as Error).message;
      log.error({ folder, problem }, 'The own nodes could not be read; those from before are kept');
      return false;
    }
  };

  return {
    async start(onChange) {
      // Of processes that were here before. Those of others are in folders of their own.
      await rm(catalogues, { recursive: true, force: true });
      await read();
      const again = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          reading = reading.then(read).then((isRead) => {
            if (isRead) onChange();
          });
        }, quiet);
      };
      try {
        watcher = watch(folder, { recursive: true }, again).on('error', (error) =>
          log.error({ err: error, folder }, 'The folder of own nodes is not watched any more'),
        );
      } catch (error) {
        log.error({ err: error, folder }, 'The folder of own nodes cannot be watched');
      }
    },

    present: () => (place ? { name, place } : undefined),

    describe: (clashes) => ({
      folder,
      ...(place && !clashes.has(name) ? readContents(place) : noContents),
      problem: problem ?? clashes.get(name),
    }),

    async close() {
      clearTimeout(timer);
      watcher?.close();
      closing.abort(new Error('The server stops'));
      await reading;
      await rm(catalogues, { recursive: true, force: true });
    },
  };
};
