import type { Json, JsonObject } from '@millrace/contract/data';
import { defineField, defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import { DateTime, type DateTimeUnit, type DurationUnit } from 'luxon';
import { readDate, requireZone } from '../dates/read-date.ts';
import { chosen } from '../fields/chosen.ts';
import { dateTimeDescription } from './description.ts';
import { dateTimeParameters } from './parameters.ts';

export const dateTimeNode = defineNode({
  ...dateTimeDescription,
  versions: [2],
  defaultVersion: 2,
  subtitle: '={{ $parameter.operation }}',
  parameters: dateTimeParameters,
  execute: (context) => {
    const compute = chosen(results, 'Operation', context.parameter('operation'));
    return context.forEachItem((item, index) => {
      const json: JsonObject = context.parameter('options', index).includeInputFields ? { ...item.json } : {};
      const field = context.parameter('outputFieldName', index);
      defineField(json, field, compute(context, index));
      return { ...item, json, pairedItem: index };
    });
  },
});

type Context = ExecuteContext<typeof dateTimeParameters>;

/** In the zone of the workflow. */
const readLocal = (context: Context, name: 'date' | 'magnitude' | 'startDate' | 'endDate', index: number): DateTime =>
  readDate(context.parameter(name, index), { zone: context.timezone });

const moved = (context: Context, index: number, direction: number): Json =>
  readLocal(context, 'magnitude', index)
    .plus({ [context.parameter('timeUnit', index)]: context.parameter('duration', index) * direction })
    .toISO();

const results: Record<string, (context: Context, index: number) => Json> = {
  addToDate: (context, index) => moved(context, index, 1),

  subtractFromDate: (context, index) => moved(context, index, -1),

  extractDate: (context, index) => {
    const date = readLocal(context, 'date', index);
    const part = context.parameter('part', index);
    return part === 'week' ? date.weekNumber : date.get(part);
  },

  formatDate: (context, index) => {
    const value = context.parameter('date', index) as unknown;
    if (value === null || value === undefined) return null;
    const { timezone, fromFormat } = context.parameter('options', index) as { timezone?: boolean; fromFormat?: string };
    // A number names no zone, and is formatted in UTC unless it is asked for otherwise.
    const isNumber = typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(String(value));
    const date = readDate(value, {
      zone: isNumber && !timezone ? 'utc' : context.timezone,
      keepsZone: !timezone,
      format: fromFormat,
    });
    const format = context.parameter('format', index);
    return date.toFormat(format === 'custom' ? context.parameter('customFormat', index) : format);
  },

  getCurrentDate: (context, index) => {
    const { timezone } = context.parameter('options', index) as { timezone?: string };
    const now = DateTime.fromMillis(context.now(), { zone: requireZone(timezone || context.timezone) });
    return (context.parameter('includeTime', index) ? now : now.startOf('day')).toISO();
  },

  getTimeBetweenDates: (context, index) => {
    const units = context.parameter('units', index) as DurationUnit[];
    const between = readLocal(context, 'endDate', index).diff(readLocal(context, 'startDate', index), units);
    const { isoString } = context.parameter('options', index) as { isoString?: boolean };
    return isoString ? between.toISO() : ({ ...between.toObject() } as JsonObject);
  },

  roundDate: (context, index) => {
    const date = readLocal(context, 'date', index);
    if (context.parameter('mode', index) === 'roundDown')
      return date.startOf(context.parameter('toNearest', index) as DateTimeUnit).toISO();
    const to = context.parameter('to', index);
    return date
      .plus({ [to]: 1 })
      .startOf(to as DateTimeUnit)
      .toISO();
  },
};
