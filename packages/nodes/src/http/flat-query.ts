/** An object of names and values, and nothing of a class. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

const below = (name: string, inner: string): string => name + inner.replace(/^[^[]+/, '[$&]');

/** Objects in a query as `a[b]=c`, and lists of objects as `a[0][b]=c`. Lists of values stay lists, values that are not there are left out. */
export const flatQuery = (query: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined || value === null) return [];
    const isListOfObjects = Array.isArray(value) && value.some(isPlain);
    if (!isListOfObjects && !isPlain(value)) return [[name, value]];
    const inside = isListOfObjects ? Object.fromEntries(value.entries()) : (value as Record<string, unknown>);
    return flatQuery(inside).map(([inner, entry]) => [below(name, inner), entry]);
  });
