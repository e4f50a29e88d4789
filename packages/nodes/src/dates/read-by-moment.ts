import { DateTime } from 'luxon';
import { type Part, partsOf } from './moment-format.ts';

/**
 * Reads a date as Moment does by a format: what each letter stands for is looked for from where the last one ended, what is in between is passed over,
 * and what comes behind is left out. So `YYYY-MM-DD` reads `2024-03-05T10:00:00Z`.
 */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

type Fields = Partial<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond' | 'ordinal', number>
>;

interface Found extends Fields {
  isAfternoon?: boolean;
  /** Minutes ahead of UTC. */
  offset?: number;
  milliseconds?: number;
}

const digits = /\d\d?/;
const year = /\d{1,4}/;
const number =
  (field: keyof Fields) =>
  (text: string): Found => ({ [field]: Number(text) });

const offsetOf = (text: string): number => {
  if (/^z$/i.test(text)) return 0;
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

const twoDigitYear = (text: string): Found => {
  const value = Number(text);
  return { year: text.length > 2 ? value : value + (value > 68 ? 1900 : 2000) };
};

const named = {
  pattern: /[a-z]{3,}\.?/i,
  read: (text: string): Found => ({ month: months.indexOf(text.slice(0, 3).toLowerCase()) + 1 }),
};
const zone = { pattern: /z|[+-]\d\d:?\d\d/i, read: (text: string): Found => ({ offset: offsetOf(text) }) };
const halfDay = { pattern: /[ap]\.?m?\.?/i, read: (text: string): Found => ({ isAfternoon: /^p/i.test(text) }) };
const hour = { pattern: digits, read: number('hour') };
const day = { pattern: digits, read: number('day') };
const weekday = { pattern: /[a-z]+/i, read: (): Found => ({}) };

const readers: Readonly<Record<string, { pattern: RegExp; read(text: string): Found }>> = {
  YYYY: { pattern: year, read: (text) => (text.length === 2 ? twoDigitYear(text) : { year: Number(text) }) },
  YY: { pattern: digits, read: twoDigitYear },
  Y: { pattern: /[+-]?\d{1,6}/, read: number('year') },
  MMMM: named,
  MMM: named,
  MM: { pattern: digits, read: number('month') },
  M: { pattern: digits, read: number('month') },
  DDDD: { pattern: /\d{1,3}/, read: number('ordinal') },
  DDD: { pattern: /\d{1,3}/, read: number('ordinal') },
  DD: day,
  D: day,
  Do: { pattern: /\d\d?(?:st|nd|rd|th)?/i, read: (text) => ({ day: Number.parseInt(text, 10) }) },
  dddd: weekday,
  ddd: weekday,
  dd: weekday,
  HH: hour,
  H: hour,
  hh: hour,
  h: hour,
  kk: hour,
  k: hour,
  mm: { pattern: digits, read: number('minute') },
  m: { pattern: digits, read: number('minute') },
  ss: { pattern: digits, read: number('second') },
  s: { pattern: digits, read: number('second') },
  A: halfDay,
  a: halfDay,
  Z: zone,
  ZZ: zone,
  X: { pattern: /[+-]?\d+(?:\.\d{1,3})?/, read: (text) => ({ milliseconds: Number(text) * 1000 }) },
  x: { pattern: /[+-]?\d+/, read: (text) => ({ milliseconds: Number(text) }) },
};

const fraction = {
  pattern: /\d+/,
  read: (text: string): Found => ({ millisecond: Math.trunc(Number(`0.${text}`) * 1000) }),
};

const readerOf = ({ token = '' }: Part) => (/^S+$/.test(token) ? fraction : readers[token]);

/** @returns undefined where nothing of the format is in the text, or it is no date that there is */
export const readByMoment = (text: string, format: string, zoneName: string): DateTime | undefined => {
  let rest = text;
  const found: Found = {};
  for (const part of partsOf(format)) {
    const reader = readerOf(part);
    const match = reader?.pattern.exec(rest);
    if (!reader || !match) continue;
    Object.assign(found, reader.read(match[0]));
    rest = rest.slice(match.index + match[0].length);
  }
  const { isAfternoon, offset, milliseconds, ...fields } = found;
  if (milliseconds !== undefined) return valid(DateTime.fromMillis(milliseconds, { zone: zoneName }));
  if (Object.keys(fields).length === 0) return undefined;
  if (fields.hour !== undefined && isAfternoon !== undefined) fields.hour = (fields.hour % 12) + (isAfternoon ? 12 : 0);
  if (offset === undefined) return valid(DateTime.fromObject(fields, { zone: zoneName }));
  return valid(DateTime.fromObject(fields, { zone: 'utc' }).minus({ minutes: offset }).setZone(zoneName));
};

const valid = (date: DateTime): DateTime | undefined => (date.isValid ? date : undefined);
