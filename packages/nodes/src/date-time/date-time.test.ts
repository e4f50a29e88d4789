import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { dateTimeNode } from './date-time.node.ts';
import { dateTimeNodeV1 } from './date-time-v1.node.ts';

const timezone = 'Europe/Berlin';

const one = async (parameters: object, item: object = {}) => {
  const { json, error } = await runNode(dateTimeNode, {
    parameters,
    items: [item as { a?: number }],
    request: { timezone },
  });
  expect(error?.message).toBeUndefined();
  return Object.values(json[0] ?? {})[0];
};

test('the current date, with or without the time, in the zone of the workflow or another', async () => {
  const run = await runNode(dateTimeNode, { items: [{ a: 1 }], request: { timezone } });
  expect(run.items).toEqual([{ json: { currentDate: '2026-01-02T04:04:05.678+01:00' }, pairedItem: 0 }]);
  expect(await one({ includeTime: false })).toBe('2026-01-02T00:00:00.000+01:00');
  expect(await one({ options: { timezone: 'Asia/Tokyo' } })).toBe('2026-01-02T12:04:05.678+09:00');
});

test('dates are moved, across the change of the clocks as well', async () => {
  expect(await one({ operation: 'addToDate', magnitude: '2026-03-28T12:00', duration: 1 })).toBe(
    '2026-03-29T12:00:00.000+02:00',
  );
  expect(
    await one(
      { operation: 'subtractFromDate', magnitude: '={{ $json.d }}', timeUnit: 'months', duration: 2 },
      { d: '2026-04-30T10:00:00Z' },
    ),
  ).toBe('2026-02-28T12:00:00.000+01:00');
});

test.each([
  [{ date: '2026-05-30' }, '05/30/2026'],
  [{ date: '2026-05-30T23:30:00+02:00', format: 'yyyy-MM-dd' }, '2026-05-30'],
  [{ date: '2026-05-30T23:30:00Z', format: 'yyyy-MM-dd', options: { timezone: true } }, '2026-05-31'],
  [{ date: 1672531200, format: 'yyyy/MM/dd' }, '2023/01/01'],
  [{ date: '1672531200000', format: 'X' }, '1672531200'],
  [{ date: '={{ $now }}', format: 'custom', customFormat: "HH 'h'" }, '04 h'],
  [{ date: '30.05.26', format: 'MMMM dd yyyy', options: { fromFormat: 'dd.MM.yy' } }, 'May 30 2026'],
  [{ date: 'May 30, 2026 10:00', format: 'yyyy-MM-dd' }, '2026-05-30'],
  [{ date: '={{ null }}' }, null],
])('format %j', async (parameters, expected) => {
  expect(await one({ operation: 'formatDate', ...parameters })).toBe(expected);
});

test('dates are rounded, taken apart and told from each other', async () => {
  const date = '2026-05-30T14:15:16.000+02:00';
  expect(await one({ operation: 'roundDate', date })).toBe('2026-05-01T00:00:00.000+02:00');
  expect(await one({ operation: 'roundDate', date, toNearest: 'hour' })).toBe('2026-05-30T14:00:00.000+02:00');
  expect(await one({ operation: 'roundDate', date, mode: 'roundUp' })).toBe('2026-06-01T00:00:00.000+02:00');
  expect(await one({ operation: 'extractDate', date })).toBe(5);
  expect(await one({ operation: 'extractDate', date, part: 'week' })).toBe(22);
  const between = { operation: 'getTimeBetweenDates', startDate: '2026-05-01', endDate: '2026-05-03T12:00' };
  expect(await one(between)).toEqual({ days: 2.5 });
  expect(await one({ ...between, units: ['day', 'hour'] })).toEqual({ days: 2, hours: 12 });
  expect(await one({ ...between, units: ['hour'], options: { isoString: true } })).toBe('PT60H');
});

test('the input stays only where it is asked for', async () => {
  const { json } = await runNode(dateTimeNode, {
    parameters: {
      operation: 'extractDate',
      date: '={{ $json.d }}',
      outputFieldName: '__proto__',
      options: { includeInputFields: true },
    },
    items: [{ d: '2026-05-30' }, { d: '2026-06-30' }],
    request: { timezone },
  });
  expect(JSON.stringify(json)).toBe('[{"d":"2026-05-30","__proto__":5},{"d":"2026-06-30","__proto__":6}]');
});

test('what is no date, no zone, or a format that would run away is an error of its item', async () => {
  const failing = async (parameters: object) => {
    const { json } = await runNode(dateTimeNode, {
      parameters,
      items: [{}],
      request: { timezone },
      onError: 'continueRegularOutput',
    });
    return json[0]?.error;
  };
  expect(await failing({ operation: 'roundDate', date: 'soon' })).toContain('"soon" is not a date');
  expect(await failing({ options: { timezone: 'Mars' } })).toContain('"Mars" is not a time zone');
  expect(
    await failing({
      operation: 'formatDate',
      date: '1'.repeat(100),
      options: { fromFormat: 'S'.repeat(1).concat('yS'.repeat(20)) },
    }),
  ).toContain('too long');
});

test.each([
  [{ value: '2026-05-30' }, '05/30/2026'],
  [{ value: 1672531200, toFormat: 'x' }, '1672531200000'],
  [
    { value: '2026-05-30T14:05:09', custom: true, toFormat: '[Day] Do MMM YY, ddd H:mm A Z' },
    'Day 30th May 26, Sat 14:05 PM +02:00',
  ],
  [{ value: '2026-05-30T14:05:09', custom: true, toFormat: 'LLL' }, 'May 30, 2026 2:05 PM'],
  [{ value: '2026-01-03', custom: true, toFormat: 'w W Q DDDD dd' }, '1 1 1 003 Sa'],
  [{ value: '30/05/2026 10:00', toFormat: 'YYYY-MM-DD', options: { fromFormat: 'DD/MM/YYYY HH:mm' } }, '2026-05-30'],
  // As Moment reads them: what the format does not name is passed over.
  [{ value: '2024-03-05T10:00:00Z', toFormat: 'MM/DD/YYYY', options: { fromFormat: 'YYYY-MM-DD' } }, '03/05/2024'],
  [{ value: 'Mar 5th, 2024', toFormat: 'YYYY-MM-DD', options: { fromFormat: 'MMMM Do YYYY' } }, '2024-03-05'],
  [
    {
      value: '5.3.24 9:07 pm',
      custom: true,
      toFormat: 'YYYY-MM-DD HH:mm',
      options: { fromFormat: 'DD/MM/YY hh:mm A' },
    },
    '2024-03-05 21:07',
  ],
  [
    {
      value: '2024-03-05 10:00:00 -0500',
      custom: true,
      toFormat: 'HH:mm:ss.SSS',
      options: { fromFormat: 'YYYY-MM-DD HH:mm:ss ZZ', toTimezone: 'UTC' },
    },
    '15:00:00.000',
  ],
  [{ value: '1709632800', toFormat: 'YYYY-MM-DD', options: { fromFormat: 'X' } }, '2024-03-05'],
  [
    {
      value: '2026-05-30 23:00',
      custom: true,
      toFormat: 'YYYY-MM-DD HH:mm',
      options: { fromTimezone: 'UTC', toTimezone: 'Asia/Tokyo' },
    },
    '2026-05-31 08:00',
  ],
  [{ action: 'calculate', value: '2026-05-30T10:00:00Z', duration: 2 }, '2026-06-01T10:00:00.000Z'],
  [
    {
      action: 'calculate',
      value: '2026-05-30T10:00:00Z',
      operation: 'subtract',
      duration: 3,
      timeUnit: 'hours',
      dataPropertyName: 'data',
    },
    '2026-05-30T07:00:00.000Z',
  ],
])('version 1: %j', async (parameters, expected) => {
  const { json, error } = await runNode(dateTimeNodeV1, {
    typeVersion: 1,
    parameters,
    items: [{ kept: 1 }],
    request: { timezone },
  });
  expect(error?.message).toBeUndefined();
  expect(json).toEqual([{ kept: 1, data: expected }]);
});

test('version 1 puts the date into objects, and knows the zones', async () => {
  const { json } = await runNode(dateTimeNodeV1, {
    typeVersion: 1,
    parameters: { value: '2026-05-30', dataPropertyName: 'o.date' },
    items: [{ o: { a: 1 } }],
  });
  expect(json).toEqual([{ o: { a: 1, date: '05/30/2026' } }]);
  const zones = await dateTimeNodeV1.methods?.options?.getTimezones?.({} as never);
  expect(zones).toContainEqual({ name: 'Europe/Berlin', value: 'Europe/Berlin' });
});
