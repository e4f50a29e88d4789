import type { JsonObject } from '@millrace/contract/data';
import { defineNode, NodeError, readCronExpression, type ScheduleSpec, toSchedule } from '@millrace/engine/node-api';
import { DateTime } from 'luxon';
import { scheduleParameters } from './parameters.ts';

interface Interval {
  field?: string;
  secondsInterval?: number;
  minutesInterval?: number;
  hoursInterval?: number;
  daysInterval?: number;
  weeksInterval?: number;
  monthsInterval?: number;
  triggerAtDayOfMonth?: number;
  triggerAtDay?: readonly unknown[];
  triggerAtHour?: unknown;
  triggerAtMinute?: number;
  expression?: string;
}

const toSpec = (interval: Interval): ScheduleSpec => {
  const minute = interval.triggerAtMinute ?? 0;
  const hour = Number(interval.triggerAtHour ?? 0);
  switch (interval.field ?? 'days') {
    case 'seconds':
      return toSchedule({ unit: 'seconds', count: interval.secondsInterval ?? 30 });
    case 'minutes':
      return toSchedule({ unit: 'minutes', count: interval.minutesInterval ?? 5 });
    case 'hours':
      return toSchedule({ unit: 'hours', count: interval.hoursInterval ?? 1, minute });
    case 'days':
      return toSchedule({ unit: 'days', count: interval.daysInterval ?? 1, hour, minute });
    case 'weeks': {
      const weekdays = (interval.triggerAtDay ?? [0]).map(Number);
      return toSchedule({ unit: 'weeks', count: interval.weeksInterval ?? 1, weekdays, hour, minute });
    }
    case 'months': {
      const dayOfMonth = interval.triggerAtDayOfMonth ?? 1;
      return toSchedule({ unit: 'months', count: interval.monthsInterval ?? 1, dayOfMonth, hour, minute });
    }
    case 'cronExpression':
      return readCronExpression(interval.expression);
    default:
      throw new NodeError(`A schedule cannot go by "${interval.field}"`);
  }
};

/** As `toSpec`; of an expression that is none it says where that stands. */
const readInterval = (interval: Interval, index: number): ScheduleSpec => {
  try {
    return toSpec(interval);
  } catch (error) {
    if (!(error instanceof NodeError) || interval.field !== 'cronExpression') throw error;
    const { message, description } = error;
    throw new NodeError(message, { description, context: { parameter: `rule.interval[${index}].expression` } });
  }
};

const ordinal = (day: number): string => {
  const suffixes = ['th', 'st', 'nd', 'rd'];
  const isTeen = day % 100 > 10 && day % 100 < 14;
  return `${day}${(!isTeen && suffixes[day % 10]) || 'th'}`;
};

/** The moment in the words of the public format. */
const describeMoment = (milliseconds: number, zone: string): JsonObject => {
  const moment = DateTime.fromMillis(milliseconds, { zone, locale: 'en-US' });
  const time = moment.toFormat('h:mm:ss a').toLowerCase();
  return {
    timestamp: moment.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSSZZ"),
    'Readable date': `${moment.toFormat('MMMM')} ${ordinal(moment.day)} ${moment.toFormat('yyyy')}, ${time}`,
    'Readable time': time,
    'Day of week': moment.toFormat('EEEE'),
    Year: moment.toFormat('yyyy'),
    Month: moment.toFormat('MMMM'),
    'Day of month': moment.toFormat('dd'),
    Hour: moment.toFormat('HH'),
    Minute: moment.toFormat('mm'),
    Second: moment.toFormat('ss'),
    Timezone: `${zone} (UTC${moment.toFormat('ZZ')})`,
  };
};

export const scheduleTrigger = defineNode({
  name: 'core.scheduleTrigger',
  displayName: 'Schedule Trigger',
  description: 'Starts the workflow on a schedule',
  versions: [1, 1.1, 1.2, 1.3],
  defaultVersion: 1.3,
  aliases: ['n8n-nodes-base.scheduleTrigger'],
  group: ['trigger', 'schedule'],
  defaults: { name: 'Schedule Trigger', color: '#d9602b' },
  inputs: [],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Flow'] },
    alias: ['time', 'cron', 'interval', 'timer', 'daily', 'repeat', 'polling'],
  },
  activationMessage: 'The schedule is active.',
  parameters: scheduleParameters,
  repeatable: true,
  schedule(context) {
    const intervals = context.parameter('rule').interval ?? [];
    if (intervals.length === 0) throw new NodeError('The schedule has no rule');
    return intervals.map((interval, index) => readInterval(interval as Interval, index));
  },
  execute(context) {
    const { trigger } = context;
    if (trigger?.kind === 'items') return [trigger.items];
    const moment = trigger?.kind === 'schedule' ? trigger.scheduledAt : context.now();
    return [[{ json: describeMoment(moment, context.timezone) }]];
  },
});
