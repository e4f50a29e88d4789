import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

/** Share of the memory for what lasts, above which no expression goes on making values. */
const mostUsed = 0.75;

/** Bytes that the heap may have for what lasts; its whole limit has room for young values besides. */
const limit = (): number => {
  const [, megabytes] = /--max-old-space-size=(\d+)/.exec(process.execArgv.join(' ')) ?? [];
  return megabytes === undefined ? getHeapStatistics().heap_size_limit : Number(megabytes) * 1024 * 1024;
};

const mostBytes = limit() * mostUsed;

/** True if this process would soon be out of memory. What nobody uses any more counts until it is collected, which happens long before. */
export const isShortOfMemory = (): boolean => {
  let used = 0;
  for (const { space_name: name, space_used_size: size } of getHeapSpaceStatistics())
    if (!name.startsWith('new')) used += size;
  return used > mostBytes;
};
