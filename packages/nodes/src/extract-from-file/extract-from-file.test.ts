import { createFakeHost, runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { convertToFileNode } from '../convert-to-file/convert-to-file.node.ts';
import { readPdfNode } from '../read-pdf/read-pdf.node.ts';
import { extractFromFileNode } from './extract-from-file.node.ts';

const extract = async (
  parameters: Record<string, unknown>,
  contents: (string | Uint8Array)[],
  more: { onError?: 'continueRegularOutput'; fileName?: string; mimeType?: string } = {},
) => {
  const host = createFakeHost();
  const { fileName = 'a.csv', mimeType, ...options } = more;
  const items = await Promise.all(
    contents.map(async (content, n) => ({
      json: { n },
      binary: { data: await host.store(content, { fileName, mimeType }), other: await host.store('o') },
    })),
  );
  return runNode(extractFromFileNode, { parameters, items, host, ...options });
};

describe('CSV', () => {
  test('each row is an item, linked to its file', async () => {
    const { items } = await extract({}, ['\ufeffa,b\n1,x\n\n2,\n', 'a\n3\n']);
    expect(items).toEqual([
      { json: { a: '1', b: 'x' }, pairedItem: 0 },
      { json: { a: '2' }, pairedItem: 0 },
      { json: { a: '3' }, pairedItem: 1 },
    ]);
  });

  test.each([
    [{ includeEmptyCells: true }, 'a,b\n1,\n', [{ a: '1', b: '' }]],
    [{ headerRow: false }, 'a,b\n1,\n', [{ row: ['a', 'b'] }, { row: ['1', ''] }]],
    [{ delimiter: ';' }, 'a;b\n1;2\n', [{ a: '1', b: '2' }]],
    [{ maxRowCount: 1 }, 'a\n1\n2\n', [{ a: '1' }]],
    [{ fromLine: 2 }, 'junk\na\n1\n', [{ a: '1' }]],
    [{ relaxQuotes: true }, 'a,b\nx "y" z,2\n', [{ a: 'x "y" z', b: '2' }]],
    [
      { skipRecordsWithErrors: { value: { enabled: true, maxSkippedRecords: 1 } } },
      'a,b\n1\n3,4\n',
      [{ a: '3', b: '4' }],
    ],
    [{ enableBOM: false }, '\ufeffa\n1\n', [{ '\ufeffa': '1' }]],
    [{ encoding: 'latin1' }, Buffer.from('a\né\n', 'latin1'), [{ a: 'é' }]],
    [{ encoding: 'utf16le' }, Buffer.from('a\né\n', 'utf16le'), [{ a: 'é' }]],
  ])('%j', async (options, content, expected) => {
    expect((await extract({ options }, [content])).json).toEqual(expected);
  });

  test('a mistake names the line; more of them than allowed', async () => {
    const { error } = await extract({}, ['a,b\n1\n']);
    expect(error).toMatchObject({ message: expect.stringMatching(/could not be read as CSV: .*line 2/), itemIndex: 0 });
    const options = { skipRecordsWithErrors: { value: { enabled: true, maxSkippedRecords: 1 } } };
    expect((await extract({ options }, ['a,b\n1\n2\n3,4\n'])).error?.message).toBe(
      '2 rows have mistakes, and 1 may be left out',
    );
    expect((await extract({}, ['a,b\n1\n', 'a\n1\n'], { onError: 'continueRegularOutput' })).json[1]).toEqual({
      a: '1',
    });
  });

  test('a field called __proto__ is data', async () => {
    const { json } = await extract({}, ['__proto__,a\nx,1\n']);
    expect(json[0]?.a).toBe('1');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('into a field', () => {
  test.each([
    ['text', 'héllo', 'héllo'],
    ['xml', '<a/>', '<a/>'],
    ['fromJson', '{"x":[1]}', { x: [1] }],
    ['binaryToPropery', 'hello', 'aGVsbG8='],
  ])('%s', async (operation, content, data) => {
    const { items } = await extract({ operation }, [content]);
    expect(items).toEqual([{ json: { data }, binary: { other: expect.anything() }, pairedItem: 0 }]);
  });

  test('keeps what is wanted', async () => {
    const keep = (keepSource: string) =>
      extract({ operation: 'text', destinationKey: 'a.b', options: { keepSource } }, ['x']);
    expect((await keep('json')).items[0]).toMatchObject({ json: { n: 0, a: { b: 'x' } } });
    expect(Object.keys((await keep('json')).items[0]!.binary!)).toEqual(['other']);
    expect((await keep('binary')).json).toEqual([{ a: { b: 'x' } }]);
    expect(Object.keys((await keep('both')).items[0]!.binary!)).toEqual(['data', 'other']);
    expect((await keep('both')).json).toEqual([{ n: 0, a: { b: 'x' } }]);
  });

  test('in an encoding, with its mark or without', async () => {
    const options = { encoding: 'windows1251' };
    expect((await extract({ operation: 'text', options }, [Buffer.from([0xcf, 0xf0])])).json).toEqual([{ data: 'Пр' }]);
    const marked = (stripBOM: boolean) => extract({ operation: 'text', options: { stripBOM } }, ['\ufeffx']);
    expect((await marked(true)).json).toEqual([{ data: 'x' }]);
    expect((await marked(false)).json).toEqual([{ data: '\ufeffx' }]);
  });

  test('an item without the file gives nothing; what is no JSON fails', async () => {
    expect((await extract({ operation: 'text', binaryPropertyName: 'none' }, ['x'])).json).toEqual([]);
    const { error } = await extract({ operation: 'fromJson' }, ['{']);
    expect(error).toMatchObject({ message: expect.stringContaining('not valid JSON'), itemIndex: 0 });
    expect((await extract({ operation: 'fromIcs' }, ['x'])).error?.message).toContain('iCalendar');
  });
});

describe('spreadsheets', () => {
  test.each(['html', 'rtf', 'ods', 'xls'] as const)('%s, as Convert to File writes it', async (operation) => {
    const rows = [
      { name: 'Ada', age: 36 },
      { name: 'Grace', age: 85 },
    ];
    const { items, host } = await runNode(convertToFileNode, { parameters: { operation }, items: rows });
    const file = items[0]!.binary!.data!;
    const { json, error } = await runNode(extractFromFileNode, {
      parameters: { operation },
      items: [{ json: {}, binary: { data: file } }] as never,
      host,
    });
    expect([error?.message, json]).toEqual([undefined, rows]);
  });

  test('a range of cells, empty ones, and no header', async () => {
    const table =
      '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td></td></tr><tr><td>2</td><td>3</td></tr></table>';
    const read = (options: object) => extract({ operation: 'xlsx', options }, [table]).then(({ json }) => json);
    expect(await read({})).toEqual([{ a: 1 }, { a: 2, b: 3 }]);
    expect(await read({ includeEmptyCells: true })).toEqual([
      { a: 1, b: '' },
      { a: 2, b: 3 },
    ]);
    expect(await read({ headerRow: false, range: 'A1:B1' })).toEqual([{ row: ['a', 'b'] }]);
  });

  test('a sheet that says it reaches from corner to corner is refused before it is walked', async () => {
    const { ZipWriter, BlobWriter, TextReader } = await import('@zip.js/zip.js');
    const zip = new ZipWriter(new BlobWriter());
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const ofPackage = 'http://schemas.openxmlformats.org/package/2006';
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
    const parts = {
      '[Content_Types].xml': `<Types xmlns="${ofPackage}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
      '_rels/.rels': `<Relationships xmlns="${ofPackage}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Far" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${ofPackage}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>`,
    };
    for (const [name, text] of Object.entries(parts)) await zip.add(name, new TextReader(text));
    const file = new Uint8Array(await (await zip.close()).arrayBuffer());
    const { error } = await extract({ operation: 'xlsx' }, [file], { fileName: 'a.xlsx' });
    expect(error?.message).toContain('"Far" reaches over 17179869184 cells');
  });

  test('what is no archive, and no items', async () => {
    const { error } = await extract({ operation: 'xlsx' }, [Buffer.from('PK\x03\x04broken')], { fileName: 'a.xlsx' });
    expect(error).toMatchObject({ itemIndex: 0 });
    expect((await extract({ operation: 'xlsx' }, [])).json).toEqual([]);
  });
});

/** A PDF of pages with a line of text each. */
const pdf = (...pages: string[]): Uint8Array => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  for (const [at, text] of pages.entries()) {
    const content = `BT /F1 12 Tf 20 700 Td (${text}) Tj 0 -20 Td (below) Tj ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + at * 2} 0 R>>`,
    );
    objects.push(`<</Length ${content.length}>>stream\n${content}\nendstream`);
  }
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  return Buffer.from(`${text}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`);
};

describe('PDF', () => {
  test('text of all pages, a list of them, some of them', async () => {
    const read = (options: object) =>
      extract({ operation: 'pdf', options }, [pdf('One', 'Two')], { fileName: 'a.pdf' }).then(({ json }) => json[0]);
    expect(await read({})).toMatchObject({ numpages: 2, text: 'One\nbelow\n\nTwo\nbelow', info: expect.anything() });
    expect(await read({ joinPages: false })).toMatchObject({ text: ['One\nbelow', 'Two\nbelow'] });
    expect(await read({ maxPages: 1, keepSource: 'json' })).toMatchObject({ n: 0, numpages: 2, text: 'One\nbelow' });
  });

  test('what is none', async () => {
    expect((await extract({ operation: 'pdf' }, ['no pdf'])).error?.message).toBe('The file is no PDF, or is damaged');
  });

  test('by the old node, which keeps the file', async () => {
    const host = createFakeHost();
    const data = await host.store(pdf('Old'), { fileName: 'a.pdf' });
    const { items } = await runNode(readPdfNode, { items: [{ json: {}, binary: { data } }], host });
    expect(items[0]).toMatchObject({ json: { text: 'Old\nbelow' }, binary: { data }, pairedItem: 0 });
  });
});
