const pattern = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:-([\w.-]+))?/;

/**
 * Negative if version `a` comes before `b`, positive after it, 0 for the same; `1.2.0-beta.1` comes before `1.2.0`. Undefined where one of the
 * names is no version number.
 */
export const compareVersions = (a: string, b: string): number | undefined => {
  const [of, to] = [pattern.exec(a), pattern.exec(b)];
  if (!of || !to) return undefined;
  for (const part of [1, 2, 3]) {
    const difference = Number(of[part] ?? 0) - Number(to[part] ?? 0);
    if (difference !== 0) return difference;
  }
  const [early, late] = [of[4], to[4]];
  if (early === late) return 0;
  if (early === undefined || late === undefined) return early === undefined ? 1 : -1;
  return early.localeCompare(late, 'en', { numeric: true });
};
