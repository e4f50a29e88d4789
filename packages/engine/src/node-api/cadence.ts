/** Plain words for when something happens, as the schedule that fires it. */
import { NodeError } from './errors.ts';
import type { ScheduleSpec } from './schedule.ts';

type Unit = NonNullable<ScheduleSpec['every']>['unit'];

export interface Cadence {
  unit: Unit;
  /** Each nth unit. */
  count: number;
  minute?: number;
  hour?: number;
  dayOfMonth?: number;
  /** 0 is Sunday. */
  weekdays?: readonly number[];
}

const whole = (value: unknown, what: string, min: number, max: number): number => {
  const number = Number(value);
  if (value === null || String(value).trim() === '' || !Number.isInteger(number) || number < min || number > max) {
    throw new NodeError(`${what} must be a whole number from ${min} to ${max}, not ${String(value)}`);
  }
  return number;
};

const longestCount: Record<Unit, number> = {
  seconds: 86_400,
  minutes: 10_080,
  hours: 8760,
  days: 366,
  weeks: 520,
  months: 120,
};

/** Steps that divide the next larger unit are what cron says by itself; others are counted on. */
const step = (count: number, whole: number): string | undefined =>
  count === 1 ? '*' : whole % count === 0 ? `*/${count}` : undefined;

const readCron = ({ unit, count, minute, hour, dayOfMonth, weekdays }: Cadence): ScheduleSpec => {
  const every = { unit, count };
  const at = `0 ${whole(minute ?? 0, 'The minute', 0, 59)}`;
  const atHour = () => `${at} ${whole(hour ?? 0, 'The hour', 0, 23)}`;
  const spec = (steps: string | undefined, cron: (field: string) => string): ScheduleSpec =>
    steps === undefined ? { cron: cron('*'), every } : { cron: cron(steps) };
  const counted = (cron: string): ScheduleSpec => (count === 1 ? { cron } : { cron, every });
  switch (unit) {
    case 'seconds':
      return spec(step(count, 60), (field) => `${field} * * * * *`);
    case 'minutes':
      return spec(step(count, 60), (field) => `0 ${field} * * * *`);
    case 'hours':
      return spec(step(count, 24), (field) => `${at} ${field} * * *`);
    case 'days':
      return counted(`${atHour()} * * *`);
    case 'weeks': {
      const days = [...new Set((weekdays ?? []).map((day) => whole(day, 'The weekday', 0, 6)))];
      if (days.length === 0) throw new NodeError('A weekly schedule needs at least one weekday');
      return counted(`${atHour()} * * ${days.sort().join(',')}`);
    }
    case 'months':
      return counted(`${atHour()} ${whole(dayOfMonth ?? 1, 'The day of the month', 1, 31)} * *`);
  }
};

/** @throws NodeError that says which number is out of its range */
export const toSchedule = (cadence: Cadence): ScheduleSpec =>
  readCron({ ...cadence, count: whole(cadence.count, `The number of ${cadence.unit}`, 1, longestCount[cadence.unit]) });

/** @throws NodeError unless it has the form of five or six fields */
export const readCronExpression = (text: unknown): ScheduleSpec => {
  const cron = String(text ?? '')
    .trim()
    .replace(/\s+/g, ' ');
  const fields = cron.split(' ');
  if (fields.length < 5 || fields.length > 6 || fields.some((field) => !/^[\dA-Za-z*?,/#+-]+$/.test(field))) {
    throw new NodeError(cron === '' ? 'The cron expression is empty' : `"${cron}" is not a cron expression`, {
      description:
        'It has five fields: minute, hour, day of month, month, weekday; a sixth before them is for seconds.',
    });
  }
  return { cron };
};
