import type { FileServices } from '@millrace/engine/node-api';
import type { FileSettings } from '../../platform/files/index.ts';

/**
 * Files of the machine, whose code is loaded by the first that uses one.
 *
 * @param resumed called whenever the code of the node goes on
 */
export const createHostFiles = (settings: FileSettings) => {
  let made: Promise<(signal: AbortSignal) => FileServices> | undefined;
  const load = (signal: AbortSignal): Promise<FileServices> => {
    made ??= import('../../platform/files/index.ts').then(({ createFileServices }) => createFileServices(settings));
    return made.then((of) => of(signal));
  };

  return (signal: AbortSignal, resumed: () => void): FileServices => {
    const use = <T>(work: (services: FileServices) => Promise<T>): Promise<T> =>
      load(signal).then(work).finally(resumed);
    return {
      list: (pattern) => use((services) => services.list(pattern)),
      about: (path) => use((services) => services.about(path)),
      write: (...what) => use((services) => services.write(...what)),
      resolve: (path) => use((services) => services.resolve(path)),
      async *read(path) {
        yield* resuming((await load(signal)).read(path), resumed);
      },
    };
  };
};

/** Pieces as they come, each told before it is given. */
export const resuming = async function* <T>(pieces: AsyncIterable<T>, resumed: () => void): AsyncGenerator<T> {
  for await (const piece of pieces) {
    resumed();
    yield piece;
  }
};
