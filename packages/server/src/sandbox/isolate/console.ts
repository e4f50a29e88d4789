import { host } from './host.ts';

/** `console`: each call is a line in the browser of whoever runs the workflow by hand. */

const mostLines = 2_000;
const longestLine = 20_000;
const deepest = 6;
let lines = 0;

/** As a console shows it: what JSON cannot hold is named. */
const shown = (value: unknown, seen: readonly object[]): unknown => {
  if (typeof value === 'function') return `[Function ${value.name || '(anonymous)'}]`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol') return String(value);
  if (typeof value === 'undefined') return 'undefined';
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return value.stack ?? String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (seen.includes(value)) return '[Circular]';
  if (seen.length >= deepest) return Array.isArray(value) ? '[Array]' : '[Object]';
  const within = [...seen, value];
  if (value instanceof Map) return { Map: [...value].map((pair) => shown(pair, within)) };
  if (value instanceof Set) return { Set: [...value].map((entry) => shown(entry, within)) };
  if (ArrayBuffer.isView(value)) return `[${value.constructor.name} of ${value.byteLength} bytes]`;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function')
    return shown((value as { toJSON(): unknown }).toJSON(), within);
  if (Array.isArray(value)) return value.map((entry) => shown(entry, within));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shown(entry, within)]));
};

const write = (values: unknown[]): void => {
  lines += 1;
  if (lines > mostLines) return;
  const said = lines === mostLines ? ['Nothing further is shown of this run: it has written too much'] : values;
  let text: string;
  try {
    text = JSON.stringify(said.map((value) => shown(value, [])));
  } catch (error) {
    text = JSON.stringify([`A value could not be shown: ${String(error)}`]);
  }
  host().log(text.length <= longestLine ? text : JSON.stringify([`${text.slice(0, longestLine)}…`]));
};

const log = (...values: unknown[]): void => write(values);
const marked =
  (mark: string) =>
  (...values: unknown[]): void =>
    write([mark, ...values]);
const started = new Map<string, number>();
const counts = new Map<string, number>();

export const isolateConsole = {
  log,
  info: log,
  debug: log,
  dir: (value: unknown) => write([value]),
  table: (value: unknown) => write([value]),
  warn: marked('Warning:'),
  error: marked('Error:'),
  trace: marked('Trace:'),
  assert: (condition: unknown, ...values: unknown[]) => {
    if (!condition) write(['Assertion failed:', ...values]);
  },
  group: log,
  groupCollapsed: log,
  groupEnd: () => {},
  time: (label = 'default') => void started.set(label, Date.now()),
  timeLog: (label = 'default') => write([`${label}: ${Date.now() - (started.get(label) ?? Date.now())} ms`]),
  timeEnd: (label = 'default') => {
    write([`${label}: ${Date.now() - (started.get(label) ?? Date.now())} ms`]);
    started.delete(label);
  },
  count: (label = 'default') => {
    counts.set(label, (counts.get(label) ?? 0) + 1);
    write([`${label}: ${counts.get(label)}`]);
  },
  clear: () => {},
};
