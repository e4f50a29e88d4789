/** Wakes one who waits, or the next to wait. */
export interface Bell {
  ring(): void;
  /** Rings from here on count. */
  reset(): void;
  /** Resolves when it was rung, or after so many milliseconds. */
  heard(milliseconds?: number): Promise<void>;
}

export const createBell = (): Bell => {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    reset() {
      rung = Promise.withResolvers();
    },
    async heard(milliseconds) {
      const timer = milliseconds === undefined ? undefined : setTimeout(rung.resolve, milliseconds);
      await rung.promise;
      clearTimeout(timer);
    },
  };
};
