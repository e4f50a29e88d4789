import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Log } from './log.ts';

/** Descriptors that are kept for what is no connection: files, the database, other processes. */
const reserved = 128;
const tellEvery = 10_000;

/** Connections that this process can hold; undefined where the system does not say how many files it may have open. */
export const mostConnections = async (): Promise<number | undefined> => {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
  return Number.isNaN(files) ? undefined : Math.max(files - reserved, Math.ceil(files / 2));
};

/**
 * Turns connections away before the process runs out of descriptors, which would take files and the database with it, and says so in the log; as it does
 * of connections that the system could not give.
 *
 * @param most undefined: as many as there come
 */
export const limitConnections = (server: Server, { most, log }: { most: number | undefined; log: Log }): void => {
  if (most !== undefined) server.maxConnections = most;
  let turnedAway = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    turnedAway += 1;
    if (performance.now() - toldAt < tellEvery) return;
    log.error(
      { connections: most, turnedAway },
      'Connections are turned away: as many are open as this process may have',
    );
    toldAt = performance.now();
    turnedAway = 0;
  });
  server.on('error', (error) => log.error({ err: error }, 'A connection could not be accepted'));
};
