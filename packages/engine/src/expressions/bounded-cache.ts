interface Entry<T> {
  value: T;
  weight: number;
}

/** A cache by text that holds values up to a total weight: what was not used for longest goes first. */
export function createBoundedCache<T>(limits: { entries: number; weight: number }): {
  get(text: string): T | undefined;
  set(text: string, value: T, weight: number): void;
} {
  const entries = new Map<string, Entry<T>>();
  let total = 0;
  return {
    get: (text) => {
      const entry = entries.get(text);
      if (entry === undefined) return undefined;
      entries.delete(text);
      entries.set(text, entry);
      return entry.value;
    },
    set: (text, value, weight) => {
      total += weight - (entries.get(text)?.weight ?? 0);
      entries.delete(text);
      entries.set(text, { value, weight });
      for (const [oldest, entry] of entries) {
        if (entries.size <= limits.entries && total <= limits.weight) break;
        entries.delete(oldest);
        total -= entry.weight;
      }
    },
  };
}
