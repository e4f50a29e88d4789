import type { DateTime } from 'luxon';

/**
 * Formats with the letters of Moment, which old workflows have: `YYYY-MM-DD`, where Luxon writes `yyyy-MM-dd`. Dates are written in English.
 */

const presets: Record<string, string> = {
  LTS: 'h:mm:ss A',
  LT: 'h:mm A',
  L: 'MM/DD/YYYY',
  l: 'M/D/YYYY',
  LL: 'MMMM D, YYYY',
  ll: 'MMM D, YYYY',
  LLL: 'MMMM D, YYYY h:mm A',
  lll: 'MMM D, YYYY h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  llll: 'ddd, MMM D, YYYY h:mm A',
};

/** Letters of Moment that Luxon has by another, or the same, name. */
const ofLuxon = new Map<string, string>([
  ['YYYY', 'yyyy'],
  ['YY', 'yy'],
  ['Y', 'y'],
  ['Q', 'q'],
  ['MMMM', 'MMMM'],
  ['MMM', 'MMM'],
  ['MM', 'MM'],
  ['M', 'M'],
  ['DDDD', 'ooo'],
  ['DDD', 'o'],
  ['DD', 'dd'],
  ['D', 'd'],
  ['dddd', 'cccc'],
  ['ddd', 'ccc'],
  ['E', 'c'],
  ['WW', 'WW'],
  ['W', 'W'],
  ['GGGG', 'kkkk'],
  ['GG', 'kk'],
  ['HH', 'HH'],
  ['H', 'H'],
  ['hh', 'hh'],
  ['h', 'h'],
  ['mm', 'mm'],
  ['m', 'm'],
  ['ss', 'ss'],
  ['s', 's'],
  ['SSS', 'SSS'],
  ['A', 'a'],
  ['a', 'a'],
  ['Z', 'ZZ'],
  ['ZZ', 'ZZZ'],
  ['z', 'ZZZZ'],
  ['zz', 'ZZZZ'],
  ['X', 'X'],
  ['x', 'x'],
]);

const ordinal = (number: number): string => {
  const ending = Math.floor((number % 100) / 10) === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
};

/** Weeks that begin on Sunday, the first of which has the first of January. */
const weekFromSunday = (date: DateTime): { week: number; year: number } => {
  const saturday = date.plus({ days: 6 - (date.weekday % 7) });
  return { week: Math.ceil(saturday.ordinal / 7), year: saturday.year };
};

const twoDigits = (number: number) => String(number % 100).padStart(2, '0');

/** What Luxon has no letters for. */
const computed: Record<string, (date: DateTime) => string> = {
  Mo: (date) => ordinal(date.month),
  Qo: (date) => ordinal(date.quarter),
  Do: (date) => ordinal(date.day),
  DDDo: (date) => ordinal(date.ordinal),
  do: (date) => ordinal(date.weekday % 7),
  dd: (date) => date.toFormat('ccc', { locale: 'en-US' }).slice(0, 2),
  d: (date) => String(date.weekday % 7),
  e: (date) => String(date.weekday % 7),
  Wo: (date) => ordinal(date.weekNumber),
  ww: (date) => twoDigits(weekFromSunday(date).week),
  wo: (date) => ordinal(weekFromSunday(date).week),
  w: (date) => String(weekFromSunday(date).week),
  gggg: (date) => String(weekFromSunday(date).year),
  gg: (date) => twoDigits(weekFromSunday(date).year),
  kk: (date) => twoDigits(date.hour || 24),
  k: (date) => String(date.hour || 24),
  a: (date) => (date.hour < 12 ? 'am' : 'pm'),
};

const letters =
  /\[[^\]]*\]|\\.|LTS|LT|L{1,4}|l{1,4}|Mo|M{1,4}|Qo|Q|DDDo|Do|D{1,4}|do|d{1,4}|wo|ww?|Wo|WW?|YYYY|YY|Y|gggg|gg|GGGG|GG|HH?|hh?|kk?|mm?|ss?|S{1,9}|zz?|ZZ?|[AaEeXx]/g;

export interface Part {
  /** Letters of a format, or undefined: the text stands for itself. */
  token?: string;
  text: string;
}

export const partsOf = (format: string): Part[] => {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of format.matchAll(letters)) {
    if (index > end) parts.push({ text: format.slice(end, index) });
    end = index + found.length;
    if (found.startsWith('[')) parts.push({ text: found.slice(1, -1) });
    else if (found.startsWith('\\')) parts.push({ text: found.slice(1) });
    else if (Object.hasOwn(presets, found)) parts.push(...partsOf(presets[found] as string));
    else parts.push({ token: found, text: found });
  }
  if (end < format.length) parts.push({ text: format.slice(end) });
  return parts;
};

type Writer = (date: DateTime) => string;

const quoted = (text: string): string => (/[a-zA-Z]/.test(text) ? `'${text}'` : text);

/** Parts side by side that Luxon can write are written at once. */
const compile = (format: string): Writer[] => {
  const writers: Writer[] = [];
  let ofHost = '';
  const flush = () => {
    const pattern = ofHost;
    if (pattern !== '') writers.push((date) => date.toFormat(pattern, { locale: 'en-US' }));
    ofHost = '';
  };
  for (const { token, text } of partsOf(format)) {
    if (token === undefined && !text.includes("'")) {
      ofHost += quoted(text);
      continue;
    }
    const letters = token !== undefined && !Object.hasOwn(computed, token) ? ofLuxon.get(token) : undefined;
    // Letters of one kind side by side would be read as one.
    if (letters !== undefined && !ofHost.endsWith(letters[0] as string)) {
      ofHost += letters;
      continue;
    }
    flush();
    if (letters !== undefined) ofHost = letters;
    else if (token === undefined) writers.push(() => text);
    else if (token.startsWith('S')) writers.push((date) => fraction(date, token.length));
    else writers.push(computed[token] as Writer);
  }
  flush();
  return writers;
};

const fraction = ({ millisecond }: DateTime, digits: number): string =>
  String(millisecond).padStart(3, '0').padEnd(9, '0').slice(0, digits);

const compiled = new Map<string, Writer[]>();
const mostCompiled = 200;

const writersOf = (format: string): Writer[] => {
  const found = compiled.get(format) ?? compile(format);
  if (compiled.size >= mostCompiled) compiled.clear();
  compiled.set(format, found);
  return found;
};

/** The date in a format of Moment; without one in its usual form, `2026-01-31T08:00:00+01:00`. */
export const formatByMoment = (date: DateTime, format: string): string =>
  writersOf(format || 'YYYY-MM-DDTHH:mm:ssZ')
    .map((write) => write(date))
    .join('');
