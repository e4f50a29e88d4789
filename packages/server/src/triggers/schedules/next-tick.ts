import type { ScheduleSpec } from '@millrace/engine/node-api';
import { Cron } from 'croner';
import { isTimezone } from '../../platform/timezone.ts';

/** When a schedule fires next. Pure: time comes in as a number. */

const day = 86_400_000;

/** Ticks that are looked at for one that `every` lets through. */
const mostSkipped = 100_000;

/** Names of time zones that were asked for, and whether they are any. */
const zones = new Map<string, boolean>();

const isKnownZone = (name: string): boolean => {
  const known = zones.get(name) ?? isTimezone(name);
  zones.set(name, known);
  return known;
};

/** @throws Error that says what is wrong with the expression, or the zone */
export const parseCron = (cron: string, timezone: string): Cron => {
  if (!isKnownZone(timezone)) throw new Error(`"${timezone}" is not the name of a time zone`);
  try {
    return new Cron(cron, { timezone, paused: true });
  } catch (error) {
    throw new Error(`"${cron}" is not a schedule: ${(error as Error).message.replace(/^CronPattern: /, '')}`);
  }
};

const formats = new Map<string, Intl.DateTimeFormat>();

const localDate = (time: number, timezone: string): { year: number; month: number; day: number } => {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    formats.set(timezone, format);
  }
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return { year: parts.get('year')!, month: parts.get('month')!, day: parts.get('day')! };
};

/** Whole days from 1 January 1970 to the date in the zone. */
const localDays = (time: number, timezone: string): number => {
  const { year, month, day: ofMonth } = localDate(time, timezone);
  return Date.UTC(year, month - 1, ofMonth) / day;
};

/** Number of the unit since the epoch in which a time lies. Hours and less are counted through; days and more by the calendar of the zone. */
const unitNumber = (time: number, unit: NonNullable<ScheduleSpec['every']>['unit'], timezone: string): number => {
  switch (unit) {
    case 'seconds':
      return Math.floor(time / 1000);
    case 'minutes':
      return Math.floor(time / 60_000);
    case 'hours':
      return Math.floor(time / 3_600_000);
    case 'days':
      return localDays(time, timezone);
    case 'weeks':
      // The epoch was a Thursday.
      return Math.floor((localDays(time, timezone) + 3) / 7);
    case 'months': {
      const { year, month } = localDate(time, timezone);
      return year * 12 + month - 1;
    }
  }
};

/** Gives the first tick after a time (both epoch milliseconds); undefined if there is none any more. @throws Error for a schedule that is none */
export const createTicks = (spec: ScheduleSpec, timezone: string): ((after: number) => number | undefined) => {
  const cron = parseCron(spec.cron, timezone);
  const { every } = spec;
  const counts = (time: number) =>
    every === undefined || every.count <= 1 || unitNumber(time, every.unit, timezone) % every.count === 0;
  return (after) => {
    let time = after;
    for (let skipped = 0; skipped < mostSkipped; skipped++) {
      const next = cron.nextRun(new Date(time))?.getTime();
      if (next === undefined || counts(next)) return next;
      time = next;
    }
    return undefined;
  };
};
