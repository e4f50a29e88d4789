import { readFile } from 'node:fs/promises';
import { type Release, releaseSchema } from '@millrace/contract';
import { z } from 'zod';
import type { Log } from '../platform/log.ts';

/** Which versions of Millrace this instance knows. It asks nobody. */
export interface ReleaseFeed {
  /** The running version first. */
  read(): Promise<Release[]>;
}

const ownRelease = new URL('./release.json', import.meta.url);

const parse = (text: string): Release[] => z.array(releaseSchema).parse(JSON.parse(text));

/**
 * @param options.version the running one
 * @param options.file of an operator whose instance shall read no feed elsewhere; read each time, so a newer one may take its place. Empty: none
 */
export const createReleaseFeed = (options: { version: string; file: string; log: Log }): ReleaseFeed => {
  const { version, file, log } = options;

  const readOwn = async (): Promise<Release> => ({
    ...releaseSchema.parse(JSON.parse(await readFile(ownRelease, 'utf8'))),
    name: version,
  });

  const readGiven = async (): Promise<Release[]> => {
    if (file === '') return [];
    try {
      return parse(await readFile(file, 'utf8'));
    } catch (error) {
      log.warn({ file, reason: (error as Error).message }, 'The file of versions cannot be read');
      return [];
    }
  };

  return {
    async read() {
      const given = await readGiven();
      const running = given.find(({ name }) => name === version) ?? (await readOwn());
      return [running, ...given.filter(({ name }) => name !== version)];
    },
  };
};
