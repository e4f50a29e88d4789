/** Pauses before something that fails is tried again: each twice as long as the one before, and never quite the same, so that many do not come back at once. */
export interface GrowingPause {
  /** Milliseconds. */
  first: number;
  most: number;
}

/** @param failures in a row, from 1. @param random 0 ≤ x < 1 */
export const pauseAfter = (
  { first, most }: GrowingPause,
  failures: number,
  random: () => number = Math.random,
): number => Math.round(Math.min(most, first * 2 ** Math.min(failures - 1, 30) * (1 + random() / 4)));
