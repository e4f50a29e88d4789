import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { shortOfMemory } from '../workers/memory-limits.ts';
import { heapLimit } from './heap-limit.ts';

/** Milliseconds between two measurements, and between two collections of what is not used any more. */
const measureEvery = 20;
const collectEvery = 3000;

const share = (): number => {
  const { used_heap_size: used, external_memory: external } = getHeapStatistics();
  return (used + external) / heapLimit;
};

/**
 * How much of its memory this worker uses. Where that is much, it may be no more than what nobody has collected yet, so it is collected before it
 * is told.
 *
 * @returns gives the share, or undefined where it was measured just now
 */
export const createMemoryGauge = (): (() => number | undefined) => {
  let measuredAt = Number.NEGATIVE_INFINITY;
  let collectedAt = Number.NEGATIVE_INFINITY;
  let collect: (() => void) | undefined;
  return () => {
    const now = performance.now();
    if (now - measuredAt < measureEvery) return undefined;
    measuredAt = now;
    const used = share();
    if (used < shortOfMemory || now - collectedAt < collectEvery) return used;
    if (!collect) {
      setFlagsFromString('--expose-gc');
      collect = runInNewContext('gc') as () => void;
    }
    collect();
    collectedAt = performance.now();
    return share();
  };
};
