import { createFakeHost, type FakeHost, runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { extractFromFileNode } from '../extract-from-file/extract-from-file.node.ts';
import { iCalendarNode } from '../i-calendar/i-calendar.node.ts';
import { convertToFileNode } from './convert-to-file.node.ts';

const people = [
  { name: 'Ada', born: 1815, is: { alive: false }, tags: ['x', 'y'] },
  { name: 'Søren, "K"', born: 1813, note: 'a\nb' },
];

/** The files of the output, as text. */
const filesOf = async (
  { items, host }: { items: { binary?: Record<string, never> }[]; host: FakeHost },
  encoding = 'utf8',
) =>
  Promise.all(
    items.flatMap(({ binary }) =>
      Object.values(binary ?? {}).map(async (file) =>
        Buffer.from(await host.binary.read(file)).toString(encoding as never),
      ),
    ),
  );

const convert = (parameters: Record<string, unknown>, items: unknown[] = people, more: object = {}) =>
  runNode(convertToFileNode, { parameters, items: items as never, ...more });

describe('CSV', () => {
  test('all items in one file, objects and lists as columns of their own', async () => {
    const run = await convert({});
    expect(run.items).toHaveLength(1);
    expect(run.items[0]).toMatchObject({
      json: {},
      binary: { data: { fileName: 'file.csv', mimeType: 'text/csv' } },
      pairedItem: [{ item: 0 }, { item: 1 }],
    });
    expect(await filesOf(run as never)).toEqual([
      'name,born,is.alive,tags.0,tags.1,note\nAda,1815,FALSE,x,y,\n"Søren, ""K""",1813,,,,"a\nb"\n',
    ]);
  });

  test('its options', async () => {
    const options = { headerRow: false, delimiter: ';', fileName: 'p.txt' };
    const run = await convert({ binaryPropertyName: 'file', options }, [{ a: 'x;y', b: null }]);
    expect(run.items[0]?.binary?.file).toMatchObject({ fileName: 'p.txt' });
    expect(await filesOf(run as never)).toEqual(['"x;y";\n']);
  });

  test('what a spreadsheet program would run is quoted, names of columns too, unless that is switched off', async () => {
    const items = [{ '=1+1': "=cmd|'/C calc'!A0", n: -5, phone: '+49 170' }];
    expect(await filesOf((await convert({}, items)) as never)).toEqual([
      "'=1+1,n,phone\n'=cmd|'/C calc'!A0,-5,+49 170\n",
    ]);
    expect(await filesOf((await convert({ options: { escapeFormulas: false } }, items)) as never)).toEqual([
      "=1+1,n,phone\n=cmd|'/C calc'!A0,-5,+49 170\n",
    ]);
  });

  test('what ends a line within a cell stays within its quotes', async () => {
    const items = [{ a: 'x\r=1+1', b: 'y\n=2+2' }];
    expect(await filesOf((await convert({}, items)) as never)).toEqual(['a,b\n"x\r=1+1","y\n=2+2"\n']);
  });

  test('no items, no file', async () => {
    expect((await convert({}, [])).items).toEqual([]);
  });
});

describe.each(['xlsx', 'xls', 'ods', 'html', 'rtf', 'csv'])('%s', (operation) => {
  test('is read as it was written', async () => {
    const host = createFakeHost();
    const { items } = await convert(
      { operation },
      [
        { a: 'x', b: 1.5 },
        { a: 'ü', c: '=1+1' },
      ],
      { host },
    );
    expect(items[0]?.binary?.data).toMatchObject({ fileName: `file.${operation}` });
    const { json } = await runNode(extractFromFileNode, { parameters: { operation }, items, host });
    // In a typed cell a text is a text; elsewhere it is escaped.
    const text = ['xlsx', 'xls', 'ods'].includes(operation) ? '=1+1' : "'=1+1";
    const b = operation === 'csv' ? '1.5' : 1.5;
    if (operation === 'rtf') expect(json).toHaveLength(2);
    else
      expect(json).toEqual([
        { a: 'x', b },
        { a: 'ü', c: text },
      ]);
  });
});

test('a sheet has its name, and the file is packed where that is wanted', async () => {
  const host = createFakeHost();
  const options = { sheetName: 'A/B', compression: true };
  const { items } = await convert({ operation: 'xlsx', options }, people, { host });
  const plain = await convert({ operation: 'xlsx' }, people, { host });
  expect(items[0]!.binary!.data!.fileSize).toBeLessThan(plain.items[0]!.binary!.data!.fileSize!);
  const read = (sheetName: string) =>
    runNode(extractFromFileNode, { parameters: { operation: 'xlsx', options: { sheetName } }, items, host });
  expect((await read('A_B')).json).toHaveLength(2);
  expect((await read('C')).error).toMatchObject({
    message: 'The spreadsheet has no sheet "C"',
    description: 'It has: A_B.',
  });
});

describe('JSON', () => {
  test('all items, or each', async () => {
    const once = await convert({ operation: 'toJson' }, [{ a: 1 }, { a: 2 }]);
    expect(once.items[0]?.binary?.data).toMatchObject({ mimeType: 'application/json' });
    expect(await filesOf(once as never)).toEqual(['[{"a":1},{"a":2}]']);
    const each = await convert(
      { operation: 'toJson', mode: 'each', options: { fileName: '={{ $json.a }}.json', format: true } },
      [{ a: 1 }, { a: 2 }],
    );
    expect(each.items.map(({ binary, pairedItem }) => [binary?.data?.fileName, pairedItem])).toEqual([
      ['1.json', 0],
      ['2.json', 1],
    ]);
    expect(await filesOf(each as never)).toEqual(['{\n  "a": 1\n}', '{\n  "a": 2\n}']);
  });
});

describe('text', () => {
  test('of a field, in an encoding, with a mark', async () => {
    const run = await convert({ operation: 'toText', sourceProperty: 'a.b' }, [{ a: { b: 'é' } }]);
    expect(run.items[0]?.binary?.data).toMatchObject({ fileName: 'file.txt', mimeType: 'text/plain' });
    const options = { encoding: 'latin1' };
    const latin = await convert({ operation: 'toText', sourceProperty: 'a', options }, [{ a: 'é' }]);
    expect(await filesOf(latin as never, 'hex')).toEqual(['e9']);
    const marked = await convert({ operation: 'toText', sourceProperty: 'a', options: { addBOM: true } }, [{ a: 'é' }]);
    expect(await filesOf(marked as never, 'hex')).toEqual(['efbbbfc3a9']);
  });

  test('a field that is not there, and one item that goes on', async () => {
    const options = { onError: 'continueRegularOutput' as const };
    const parameters = { operation: 'toText', sourceProperty: 'a' };
    expect((await convert(parameters, [{ b: 1 }])).error).toMatchObject({
      message: 'The item has no field "a"',
      itemIndex: 0,
    });
    const { items } = await convert(parameters, [{ b: 1 }, { a: 5 }], options);
    expect(items[0]?.json).toEqual({ error: 'The item has no field "a"' });
    expect(items[1]?.binary?.data?.fileSize).toBe(1);
  });

  test('an encoding that nobody knows', async () => {
    const parameters = { operation: 'toText', sourceProperty: 'a', options: { encoding: 'klingon' } };
    expect((await convert(parameters, [{ a: 'x' }])).error?.message).toBe('The encoding "klingon" is not known');
  });
});

describe('base64', () => {
  test.each([
    ['aGVsbG8=', undefined],
    ['data:image/png;base64,aGVs\nbG8=', 'image/png'],
  ])('%j', async (a, mimeType) => {
    const run = await convert({ operation: 'toBinary', sourceProperty: 'a' }, [{ a }]);
    expect(await filesOf(run as never)).toEqual(['hello']);
    if (mimeType) expect(run.items[0]?.binary?.data?.mimeType).toBe(mimeType);
  });

  test('text is refused, or written as it is', async () => {
    const parameters = { operation: 'toBinary', sourceProperty: 'a' };
    expect((await convert(parameters, [{ a: 'plain text!' }])).error?.message).toBe('The text is not valid base64');
    const options = { dataIsBase64: false, mimeType: 'text/x-own', fileName: 'a.own' };
    const run = await convert({ ...parameters, options }, [{ a: 'plain text!' }]);
    expect(run.items[0]?.binary?.data).toMatchObject({ fileName: 'a.own', mimeType: 'text/x-own' });
    expect(await filesOf(run as never)).toEqual(['plain text!']);
  });
});

describe('calendar events', () => {
  const event = {
    title: '=Meet {{ $json.n }}; all',
    start: '2026-03-01T10:00:00+01:00',
    end: '2026-03-01T11:00:00',
    additionalFields: {
      attendeesUi: { attendeeValues: [{ name: 'Ada', email: 'ada@a.test', rsvp: true }] },
      organizerUi: { organizerValues: { name: 'Bo', email: 'bo@a.test' } },
      geolocationUi: { geolocationValues: { lat: '1.5', lon: '2' } },
      recurrenceRule: 'FREQ=DAILY;COUNT=2',
      location: 'Room, 1',
      uid: 'u1',
      calName: 'Mine',
      status: 'CONFIRMED',
      busyStatus: 'BUSY',
    },
  };

  test('are written, and read again', async () => {
    const host = createFakeHost();
    const run = await convert({ operation: 'iCal', ...event }, [{ n: 1 }, { n: 2 }], { host });
    expect(run.items[0]?.binary?.data).toMatchObject({ fileName: 'event.ics', mimeType: 'text/calendar' });
    const [text] = await filesOf({ ...run, host } as never);
    expect(text).toContain('SUMMARY:Meet 1\\; all\r\n');
    expect(text).toContain('DTSTART:20260301T090000Z\r\n');
    expect(text).toContain('DTEND:20260301T110000Z\r\n');
    const { json } = await runNode(extractFromFileNode, {
      parameters: { operation: 'fromIcs' },
      items: run.items,
      host,
    });
    expect(json).toHaveLength(2);
    expect(json[0]?.data).toMatchObject({
      version: '2.0',
      name: 'Mine',
      events: [
        {
          uid: 'u1',
          summary: 'Meet 1; all',
          location: 'Room, 1',
          start: { date: '2026-03-01T09:00:00.000Z' },
          organizer: { email: 'bo@a.test', name: 'Bo' },
          attendees: [{ email: 'ada@a.test', name: 'Ada', rsvp: 'TRUE' }],
          recurrenceRule: { frequency: 'DAILY', count: 2 },
        },
      ],
    });
  });

  test('that last all day end with their last day', async () => {
    const parameters = { operation: 'iCal', title: 'Trip', start: '2026-03-01', end: '2026-03-02', allDay: true };
    const [text] = await filesOf((await convert(parameters, [{}])) as never);
    expect(text).toContain('DTSTART;VALUE=DATE:20260301\r\n');
    expect(text).toContain('DTEND;VALUE=DATE:20260303\r\n');
  });

  test('a date or a rule that is none', async () => {
    const fail = async (more: object) =>
      (await convert({ operation: 'iCal', ...event, ...more }, [{ n: 1 }])).error?.message;
    expect(await fail({ start: 'soon' })).toBe('Start is no date: "soon"');
    expect(await fail({ additionalFields: { recurrenceRule: 'now and then' } })).toBe(
      'The recurrence rule is none: "now and then"',
    );
  });

  test('by the old node', async () => {
    const { items } = await runNode(iCalendarNode, {
      parameters: { ...event, title: 'Old', additionalFields: { fileName: 'o.ics' } },
      items: [{}],
    });
    expect(items[0]?.binary?.data?.fileName).toBe('o.ics');
  });
});
