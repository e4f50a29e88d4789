import { createFakeHost, runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { htmlNode } from './html.node.ts';
import { htmlExtract } from './html-extract.node.ts';

const page = `<html><head><title>Shop</title></head><body>
  <h1>Our  offers</h1>
  <ul class="list"><li><a href="/a">Apple</a> <b>1 €</b></li><li><a href="/b">Pear</a><img src="p.png" alt="pear"> 2 €</li></ul>
  <table><tr><td>x</td><td>y</td></tr></table>
  <form><input name="q" value="find"><textarea>long</textarea><select><option value="1">One</option><option selected>Two</option></select></form>
</body></html>`;

const extracting = (values: object[], more: object = {}) => ({
  operation: 'extractHtmlContent',
  extractionValues: { values },
  ...more,
});

const extracted = async (
  values: object[],
  more: object = {},
  typeVersion = 1.2,
  items: object[] = [{ data: page }],
) => {
  const { json, error } = await runNode(htmlNode, {
    typeVersion,
    parameters: extracting(values, more),
    items: items as { data: string }[],
  });
  expect(error?.message).toBeUndefined();
  return json;
};

test('a template is filled with the data of each item', async () => {
  const { items } = await runNode(htmlNode, {
    parameters: { html: '<p>{{ $json.a }} of {{ $input.all().length }}</p>{{ $json.none }}' },
    items: [{ a: 1 }, { a: '<2>' }],
  });
  expect(items).toEqual([
    { json: { html: '<p>1 of 2</p>' }, pairedItem: 0 },
    { json: { html: '<p><2> of 2</p>' }, pairedItem: 1 },
  ]);
  const { json } = await runNode(htmlNode, { items: [{}] });
  expect(json[0]?.html).toContain('This page was made with 1 items.');
});

test('text is what a person reads, with the addresses of links and pictures', async () => {
  expect(await extracted([{ key: 'list', cssSelector: '.list' }])).toEqual([
    { list: 'Apple [/a] 1 €\nPear [/b]pear [p.png] 2 €' },
  ]);
  expect(await extracted([{ key: 'list', cssSelector: '.list', skipSelectors: 'b, img' }])).toEqual([
    { list: 'Apple [/a]\nPear [/b] 2 €' },
  ]);
  expect(await extracted([{ key: 'h', cssSelector: 'body' }], { options: { cleanUpText: true } })).toEqual([
    { h: expect.stringMatching(/^OUR OFFERS \* Apple/) },
  ]);
});

test.each([1, 1.1])('before, version %d, it was all text as it stands, of all elements', async (version) => {
  expect(
    await extracted(
      [
        { key: 'l', cssSelector: 'li' },
        { key: 'none', cssSelector: 'em' },
      ],
      {},
      version,
    ),
  ).toEqual([{ l: 'Apple 1 €Pear 2 €' }]);
});

test('attributes, HTML, values of forms, and lists of them', async () => {
  expect(
    await extracted([
      { key: 'links', cssSelector: 'a', returnValue: 'attribute', attribute: 'href', returnArray: true },
      { key: 'first', cssSelector: 'a', returnValue: 'attribute', attribute: 'href' },
      { key: 'ids', cssSelector: 'a', returnValue: 'attribute', attribute: 'id', returnArray: true },
      { key: 'html', cssSelector: 'li', returnValue: 'html' },
      { key: 'input', cssSelector: 'input', returnValue: 'value' },
      { key: 'area', cssSelector: 'textarea', returnValue: 'value' },
      { key: 'select', cssSelector: 'select', returnValue: 'value' },
      { key: 'cells', cssSelector: 'table > tbody > tr > td:nth-child(2)', returnArray: true },
      { key: '__proto__', cssSelector: 'title' },
    ]),
  ).toEqual([
    Object.defineProperty(
      {
        links: ['/a', '/b'],
        first: '/a',
        ids: [null, null],
        html: '<a href="/a">Apple</a> <b>1 €</b>',
        input: 'find',
        area: 'long',
        select: 'Two',
        cells: ['y'],
      },
      '__proto__',
      { value: 'Shop', enumerable: true },
    ),
  ]);
});

test('HTML may be a list, in a nested field, or a file', async () => {
  const values = [{ key: 'p', cssSelector: 'body > p' }];
  expect(await extracted(values, { dataPropertyName: 'o.h' }, 1.2, [{ o: { h: ['<p>1</p>', '<p>2</p>'] } }])).toEqual([
    { p: '1' },
    { p: '2' },
  ]);
  const host = createFakeHost();
  const page = await host.store('<p>ä</p>', { mimeType: 'text/html' });
  const { items } = await runNode(htmlNode, {
    parameters: extracting(values, { sourceData: 'binary', dataPropertyName: 'page' }),
    items: [{ json: {}, binary: { page } }],
    host,
  });
  expect(items).toEqual([{ json: { p: 'ä' }, pairedItem: 0 }]);
});

test('items become one table', async () => {
  const run = (options: object, items: object[]) =>
    runNode(htmlNode, { parameters: { operation: 'convertToHtmlTable', options }, items: items as { a?: number }[] });
  const { items } = await run(
    { customStyling: true, capitalize: true, caption: 'All', rowAttributes: '={{ "id=r" + $json.n }}' },
    [
      { n: 1, first_name: 'Ada' },
      { n: 2, ok: true },
    ],
  );
  expect(items).toEqual([
    {
      json: {
        table:
          '<table><caption>All</caption><thead><tr><th>N</th><th>First Name</th><th>Ok</th></tr></thead><tbody>' +
          '<tr id=r1><td>1</td><td>Ada</td><td></td></tr>' +
          '<tr id=r2><td>2</td><td></td><td><input type="checkbox" checked="checked"/></td></tr></tbody></table>',
      },
      pairedItem: [{ item: 0 }, { item: 1 }],
    },
  ]);
  expect((await run({}, [{ a: 1 }])).json[0]?.table).toContain('border-spacing:0');
  expect((await run({}, [])).json).toEqual([]);
});

test('what cannot be read is an error of its item', async () => {
  const failing = async (value: object, item: object = { data: page }) => {
    const { json } = await runNode(htmlNode, {
      parameters: extracting([{ key: 'k', ...value }]),
      items: [item as { data: string }],
      onError: 'continueRegularOutput',
    });
    return json[0]?.error;
  };
  expect(await failing({ cssSelector: '((' })).toContain('"((" is not a CSS selector');
  expect(await failing({ cssSelector: 'a' }, {})).toContain('The item has no field "data"');
  expect(await failing({ cssSelector: 'a' }, { data: '<b>'.repeat(100_000) })).toContain(
    'nested more than 1000 levels',
  );
});

test('the predecessor keeps its form', async () => {
  const { items } = await runNode(htmlExtract, {
    parameters: { extractionValues: { values: [{ key: 'l', cssSelector: 'li', returnArray: true }] } },
    items: [{ data: page }],
  });
  expect(items).toEqual([{ json: { l: ['Apple 1 €', 'Pear 2 €'] }, pairedItem: 0 }]);
});
