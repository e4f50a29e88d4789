import { DateTime, type DateTimeOptions } from 'luxon';
import { charge, costs } from '../budget.ts';
import { quotable, typeError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { requireShortFormat, waysToRead } from './date-format.ts';
import { keepFew, keepFewZones } from './luxon-caches.ts';
import { byClockOf } from './time-of-run.ts';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, us: 0.001 };

/**
 * A point in time from a number in the unit `ms`, `s`, `us`, or `excel` (days since 1900).
 * @throws ExpressionError if there is no such unit, or the number is no point in time
 */
export function dateTimeOfNumber(value: number, unit: string, zone: string): DateTime {
  const date = unit === 'excel' ? ofExcelDays(value, zone) : DateTime.fromMillis(millisecondsOf(value, unit), { zone });
  if (!date.isValid) throw typeError(`${value} ${unit} is no point in time`);
  return date;
}

const ofExcelDays = (days: number, zone: string): DateTime =>
  DateTime.fromMillis(Math.round((days - 25_569) * 86_400_000), { zone: 'utc' }).setZone(zone, { keepLocalTime: true });

function millisecondsOf(value: number, unit: string): number {
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (factor === undefined) throw typeError(`"${quotable(unit)}" is no unit of time`, 'Use ms, s, us or excel.');
  return Math.floor(value * factor);
}

/**
 * A point in time from text: ISO, RFC 2822, HTTP, SQL, `1-Feb-2024`, milliseconds; or by a Luxon format or unit. In the zone of the
 * workflow, unless the text names one. The scope pays for a text in the usual form, and for the search for another form when that is made.
 * @throws ExpressionError if the text cannot be read
 */
export function readDateTime(scope: Scope, text: string, format?: string): DateTime {
  const zone = scope.data.timezone;
  charge(scope, costs.date);
  if (format !== undefined) {
    requireShortFormat(format);
    const isUnit = format === 'excel' || Object.hasOwn(units, format);
    if (isUnit && isNumeric(text)) return dateTimeOfNumber(Number(text), format, zone);
    charge(scope, costs.formattedDate);
    const read = isUnit ? undefined : readFormatted(scope, text, format, { zone });
    if (!read?.isValid) throw typeError(`"${text.slice(0, 50)}" is no date of the format "${format}"`);
    return read;
  }
  const trimmed = text.slice(0, 1_000).trim();
  if (/^\d{11,14}$/.test(trimmed)) return DateTime.fromMillis(Number(trimmed), { zone });
  const setZone = namesZone(trimmed);
  if (!setZone) charge(scope, costs.localDate);
  for (const [index, read] of readers.entries()) {
    if (index === 1) charge(scope, costs.unknownDate);
    if (index === 0) keepFewZones(trimmed);
    const date = byClockOf(scope, () => read(trimmed.slice(0, 100), { zone, setZone }));
    if (date.isValid) return date;
  }
  throw typeError(`"${text.slice(0, 50)}" cannot be read as a date`, 'Give the format: .toDateTime("dd/MM/yyyy").');
}

export const isNumeric = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text));

/** True for a text such as `2024-05-01T10:00Z` or `…+02:00`. */
export const namesZone = (text: string): boolean => /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text);

type Reader = (text: string, options: DateTimeOptions) => DateTime;

const readers: readonly Reader[] = [
  (text, options) => DateTime.fromISO(text, options),
  (text, options) => DateTime.fromRFC2822(text, options),
  (text, options) => DateTime.fromHTTP(text, options),
  (text, options) => DateTime.fromSQL(text, options),
  (text, options) => DateTime.fromFormat(text, 'd-MMM-yyyy', options),
  (text, { zone }) => {
    const milliseconds = /\d/.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(milliseconds)
      ? DateTime.invalid('unreadable')
      : DateTime.fromMillis(milliseconds, zone === undefined ? {} : { zone });
  },
];

export function readFormatted(scope: Scope, text: string, format: string, options: DateTimeOptions): DateTime {
  charge(scope, Math.ceil(waysToRead(text, format) / waysPerStep));
  keepFew(options.locale, options.zone, options.numberingSystem);
  keepFewZones(text);
  return byClockOf(scope, () => DateTime.fromFormat(text, format, options));
}

/** How many of the ways to read a text the host tries in one step. */
const waysPerStep = 4;
