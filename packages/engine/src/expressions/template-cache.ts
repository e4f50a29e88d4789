/** A bounded cache by text: what was not used for longest goes first. */
export function createTemplateCache<T>(limits: { entries: number; characters: number }): {
  get(text: string): T | undefined;
  set(text: string, value: T): void;
} {
  const values = new Map<string, T>();
  let characters = 0;
  return {
    get: (text) => {
      const value = values.get(text);
      if (value === undefined) return undefined;
      values.delete(text);
      values.set(text, value);
      return value;
    },
    set: (text, value) => {
      values.set(text, value);
      characters += text.length;
      for (const oldest of values.keys()) {
        if (values.size <= limits.entries && characters <= limits.characters) break;
        values.delete(oldest);
        characters -= oldest.length;
      }
    },
  };
}
