import { getHeapStatistics } from 'node:v8';

/** Bytes that the heap of this process may have for what lasts. The limit that V8 tells has room for young values besides. */
const readHeapLimit = (): number => {
  const [, megabytes] = /--max-old-space-size=(\d+)/.exec(process.execArgv.join(' ')) ?? [];
  return megabytes === undefined ? getHeapStatistics().heap_size_limit : Number(megabytes) * 1024 * 1024;
};

export const heapLimit = readHeapLimit();
