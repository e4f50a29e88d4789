/**
 * What may be written into the log. Whoever logs does not have to think of secrets: values under telling names are left out wherever
 * they stand, and so are secrets within texts (addresses, headers, queries). Sizes are bounded, so one line never fills a disk.
 */

const secretName =
  /authorization|cookie|token|secret|passw(?:or)?d|passphrase|api[-_]?key|access[-_]?key|private[-_]?key|credentials?$|signature/i;

/** What databases add to an error: parts of rows and statements, which hold users' data. */
const rowDetails = new Set(['detail', 'where', 'internalQuery', 'query', 'parameters', 'sql']);

const removed = '[redacted]';
const longestText = 8192;
const deepest = 6;
const mostEntries = 50;

const named =
  '[\\w.-]*(?:token|secret|passw(?:or)?d|api[-_]?key|access[-_]?key|signature|authorization|cookie)[\\w.-]*';

const textRules: readonly [RegExp, string][] = [
  [/(\b[a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@]{1,500}@/gi, `$1${removed}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${removed}`],
  [new RegExp(`([?&;,\\s"'{]|^)(${named})=[^&;,\\s"']+`, 'gi'), `$1$2=${removed}`],
  [new RegExp(`("${named}"\\s*:\\s*)"[^"]*"`, 'gi'), `$1"${removed}"`],
];

const cleanText = (text: string): string => {
  const short = text.length > longestText ? `${text.slice(0, longestText)}… (${text.length} characters)` : text;
  return textRules.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), short);
};

const cleanError = (error: Error, depth: number): object => {
  const own = Object.entries(error).filter(([name]) => !rowDetails.has(name) && name !== 'cause');
  return {
    type: error.name,
    message: cleanText(error.message),
    stack: cleanText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: clean(error.cause, depth + 1) }),
    ...cleanEntries(own, depth),
  };
};

const cleanEntries = (entries: [string, unknown][], depth: number): object =>
  Object.fromEntries(
    entries
      .slice(0, mostEntries)
      .map(([name, value]) => [name, secretName.test(name) ? removed : clean(value, depth + 1)]),
  );

const clean = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '[deeper]';
  if (value instanceof Error) return cleanError(value, depth);
  if (value instanceof Date || value instanceof URL) return cleanText(String(value));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, mostEntries).map((entry) => clean(entry, depth + 1));
  if (value instanceof Map)
    return cleanEntries(
      [...value].map(([name, entry]) => [String(name), entry]),
      depth,
    );
  if (value instanceof Set) return clean([...value], depth);
  return cleanEntries(Object.entries(value), depth);
};

/** A copy of the details that can be logged. */
export const redact = (details: object): Record<string, unknown> => ({ ...(clean(details, 0) as object) });
