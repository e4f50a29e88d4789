/**
 * Room that deleted rows leave in an SQLite file is given back to the disk in small steps. A tenth of the file stays free: the next
 * executions take it, and a file that shrinks and grows all the time is slower than one that keeps some room.
 *
 * PostgreSQL does this by itself (autovacuum). A file that was made without `auto_vacuum` keeps its size and uses the room again.
 */
import type { OpenDatabase } from '../../../db/database.ts';
import type { Pace } from './pace.ts';

/** Value of SQLite's `auto_vacuum`. */
const incremental = 2;
const keptShare = 0.1;
/** Pages; not worth the work below. */
const keptAtLeast = 256;

/** @returns bytes by which the file is smaller now */
export const giveBackSpace = async ({ exclusively }: OpenDatabase, pace: Pace): Promise<number> => {
  if (!exclusively) return 0;
  const read = (...names: string[]) =>
    exclusively((connection) => names.map((name) => connection.pragma(name, { simple: true }) as number));
  const [mode, free, pages, pageBytes] = (await read('auto_vacuum', 'freelist_count', 'page_count', 'page_size')) as [
    number,
    number,
    number,
    number,
  ];
  let surplus = free - Math.max(keptAtLeast, Math.floor(pages * keptShare));
  if (mode !== incremental || surplus <= 0) return 0;
  while (surplus > 0) {
    const given = await pace.step(async (size) => {
      const count = Math.min(size, surplus);
      await exclusively((connection) => connection.pragma(`incremental_vacuum(${count})`));
      return count;
    });
    if (given === undefined) break;
    surplus -= given;
  }
  const [left] = (await read('page_count')) as [number];
  return (pages - left) * pageBytes;
};
