import { getHeapSpaceStatistics } from 'node:v8';
import { heapLimit } from './heap-limit.ts';

/** Share of the memory for what lasts, above which no expression goes on making values. */
const mostUsed = 0.75;

const mostBytes = heapLimit * mostUsed;

/** True if this process would soon be out of memory. What nobody uses any more counts until it is collected, which happens long before. */
export const isShortOfMemory = (): boolean => {
  let used = 0;
  for (const { space_name: name, space_used_size: size } of getHeapSpaceStatistics())
    if (!name.startsWith('new')) used += size;
  return used > mostBytes;
};
