/** Time of day, passed to whatever needs it, so that tests can hold and move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
