/**
 * Where a person goes after signing in: the path that the address asks for, if it is one of this origin, else the homepage. Browsers read `//host`,
 * `/\host` and what a path becomes after `..` as other hosts, so the path is judged after it has been parsed, and with its percent signs decoded.
 */
export const redirectTarget = (asked: unknown, origin: string): string => {
  if (typeof asked !== 'string' || !asked.startsWith('/')) return '/';
  const url = URL.parse(asked, origin);
  if (!url || url.origin !== origin || leavesOrigin(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
};

const leavesOrigin = (path: string): boolean => {
  try {
    return /^\/[/\\]/.test(decodeURIComponent(path));
  } catch {
    return true;
  }
};
