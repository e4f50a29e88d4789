import { NodeError, waysToRead } from '@millrace/engine/node-api';
import { DateTime, type DateTimeOptions, IANAZone } from 'luxon';

/** A text as a date. */
const readText = (text: string, options: DateTimeOptions): DateTime | undefined => {
  for (const read of [DateTime.fromISO, DateTime.fromSQL, DateTime.fromRFC2822, DateTime.fromHTTP]) {
    const date = read(text, options);
    if (date.isValid) return date;
  }
  return undefined;
};

/** DateTime, Date, epoch milliseconds, or a text in one of the usual date formats, which keeps the zone that it names. */
export const toDateTime = (value: unknown): DateTime | undefined => {
  if (DateTime.isDateTime(value)) return value;
  if (value instanceof Date) return DateTime.fromJSDate(value);
  if (typeof value === 'number') return DateTime.fromMillis(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return /^\d{10,}$/.test(text) ? DateTime.fromMillis(Number(text)) : readText(text, { setZone: true });
};

/** Numbers below it are seconds: as milliseconds they would be of 1973 or before. */
const firstMilliseconds = 1e11;

const ofNumber = (number: number, zone: string): DateTime =>
  DateTime.fromMillis(Math.abs(number) < firstMilliseconds || !Number.isInteger(number) ? number * 1000 : number, {
    zone,
  });

export interface DateReading {
  /** IANA name: of dates that name none, and of the result. */
  zone: string;
  /** The result keeps a zone that the date names. */
  keepsZone?: boolean;
  /** Of Luxon, for texts. */
  format?: string | undefined;
}

/**
 * A date that a person or an item gives: DateTime, Date, epoch seconds or milliseconds (as text too), or text in a usual form.
 * @throws NodeError where it is none
 */
export const readDate = (value: unknown, reading: DateReading): DateTime => {
  const { zone, keepsZone = false, format } = reading;
  const options = { zone, setZone: keepsZone };
  const date = DateTime.isDateTime(value)
    ? keepsZone
      ? value
      : value.setZone(zone)
    : format
      ? readFormatted(String(value ?? ''), format, options)
      : readUsual(value, options);
  if (date?.isValid) return date;
  return refuseDate(value, format);
};

/** @throws NodeError in any case */
export const refuseDate = (value: unknown, format: string | undefined): never => {
  const shown = typeof value === 'string' ? `"${value.slice(0, 60)}"` : (JSON.stringify(value) ?? 'Nothing');
  throw new NodeError(`${shown.slice(0, 80)} is not a date${format ? ` of the format "${format}"` : ''}`, {
    description: format
      ? 'Capital letters count in formats: MM are months, mm are minutes.'
      : 'Use a form such as 2026-05-30T14:00:00, or say in the options which format the dates have.',
  });
};

const readUsual = (value: unknown, options: { zone: string; setZone: boolean }): DateTime | undefined => {
  const { zone } = options;
  if (typeof value === 'number') return ofNumber(value, zone);
  if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  // Four digits are a year.
  if (/^-?\d{5,}(?:\.\d+)?$/.test(text)) return ofNumber(Number(text), zone);
  return readText(text, options) ?? readLoosely(text, zone);
};

/** What the platform reads, such as `May 30, 2026`. */
const readLoosely = (text: string, zone: string): DateTime | undefined => {
  if (!/\d/.test(text)) return undefined;
  const withoutZone = Date.parse(`${text} UTC`);
  if (!Number.isNaN(withoutZone))
    return DateTime.fromMillis(withoutZone, { zone: 'utc' }).setZone(zone, { keepLocalTime: true });
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : DateTime.fromMillis(milliseconds, { zone });
};

const readFormatted = (text: string, format: string, options: DateTimeOptions): DateTime => {
  waysToRead(text, format);
  return DateTime.fromFormat(text.trim(), format, options);
};

/** @throws NodeError where there is no such zone */
export const requireZone = (zone: string): string => {
  if (/^utc$/i.test(zone) || IANAZone.create(zone).isValid) return zone;
  throw new NodeError(`"${zone}" is not a time zone`, { description: 'Use a name such as Europe/Berlin.' });
};
