import type { Config } from '../../config.ts';
import { openDatabase } from '../../db/open-database.ts';
import type { Log } from '../../platform/log.ts';
import { countWithout } from './announced-keys.ts';
import { createKeySource } from './key-source.ts';
import { rotateKey } from './rotate-key.ts';

/** Milliseconds in which those that have the key say so, and those that have died are known to be dead. */
const defaultPatience = 10_000;

/** @returns what to say when it is done */
export const runKeyRotation = async (
  config: Config,
  log: Log,
  { patience = defaultPatience } = {},
): Promise<string> => {
  const database = await openDatabase(config, (error) =>
    log.warn({ err: error }, 'A connection to the database was lost'),
  );
  try {
    const source = createKeySource(config.encryptionKey, config.dataFolder);
    const { count, wasUnfinished } = await rotateKey(database, source, {
      countWithout: (keyId) => countWithout(database, config.dataFolder, keyId),
      patience,
    });
    return [
      `${count === 1 ? '1 credential is' : `${count} credentials are`} encrypted with another key now.`,
      ...(wasUnfinished ? ['This has finished a rotation that was interrupted before.'] : []),
      source.isFile
        ? `The key is ${source.place}. Backups of before need the key of before, which they hold.`
        : `Take the earlier key out of ${source.place} at the next restart of all processes.`,
    ].join('\n');
  } finally {
    await database.close();
  }
};
