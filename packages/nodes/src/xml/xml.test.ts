import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { xmlNode } from './xml.node.ts';

const order = '<order id="7"><line sku="a">1</line><line sku="b"> 2  x </line><Note>hi</Note></order>';

const toJson = async (options: object, data: unknown = order) => {
  const { json, error } = await runNode(xmlNode, { parameters: { options }, items: [{ data: data as string }] });
  expect(error?.message).toBeUndefined();
  return json[0];
};

const toXml = async (json: object, options: object = {}) => {
  const run = await runNode(xmlNode, {
    parameters: { mode: 'jsonToxml', options: { headless: true, ...options } },
    items: [json as { a: number }],
  });
  expect(run.error?.message).toBeUndefined();
  return run.json[0]?.data;
};

test('XML becomes fields: attributes beside children, and lists where there are several', async () => {
  expect(await toJson({})).toEqual({
    order: {
      id: '7',
      line: [
        { _: '1', sku: 'a' },
        { _: ' 2  x ', sku: 'b' },
      ],
      Note: 'hi',
    },
  });
  const { items } = await runNode(xmlNode, {
    parameters: { dataPropertyName: 'o.xml' },
    items: [{ o: { xml: '<a/>' } }, { o: { xml: '<b>1</b>' } }],
  });
  expect(items).toEqual([
    { json: { a: '' }, pairedItem: 0 },
    { json: { b: '1' }, pairedItem: 1 },
  ]);
});

test.each([
  [{ mergeAttrs: false, attrkey: '@' }, { order: { '@': { id: '7' }, line: expect.anything(), Note: 'hi' } }],
  [{ ignoreAttrs: true }, { order: { line: ['1', ' 2  x '], Note: 'hi' } }],
  [{ ignoreAttrs: true, normalize: true, trim: true }, { order: { line: ['1', '2 x'], Note: 'hi' } }],
  [
    { explicitRoot: false, ignoreAttrs: true, normalizeTags: true },
    { line: ['1', ' 2  x '], note: 'hi' },
  ],
  [{ explicitArray: true, ignoreAttrs: true }, { order: { line: ['1', ' 2  x '], Note: ['hi'] } }],
  [
    { charkey: '#', explicitRoot: false },
    {
      id: '7',
      line: [
        { '#': '1', sku: 'a' },
        { '#': ' 2  x ', sku: 'b' },
      ],
      Note: 'hi',
    },
  ],
])('options %j', async (options, expected) => {
  expect(await toJson(options)).toEqual(expected);
});

test('fields become XML', async () => {
  expect(await toXml({ a: 1, b: ['x', 'y'] })).toBe('<root>\n  <a>1</a>\n  <b>x</b>\n  <b>y</b>\n</root>');
  expect(await toXml({ order: { $: { id: 7 }, _: 'a < b' } })).toBe('<order id="7">a &lt; b</order>');
  expect(await toXml({ o: 'a < b', p: 1 }, { cdata: true, rootName: 'r' })).toBe(
    '<r>\n  <o><![CDATA[a < b]]></o>\n  <p>1</p>\n</r>',
  );
  expect(await toXml({ a: 1 }, { headless: false })).toMatch(/^<\?xml version="1.0"/);
});

test('entities of a document are not expanded, near or far', async () => {
  const failing = async (data: string) => {
    const { json } = await runNode(xmlNode, { items: [{ data }], onError: 'continueRegularOutput' });
    return json[0]?.error;
  };
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(100)}">]><x>&b;</x>`;
  expect(await failing(bomb)).toContain('The XML cannot be read: Invalid character entity');
  expect(await failing('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>')).toContain('cannot be read');
  expect(await failing('<a><b></a>')).toContain('The XML cannot be read: Unexpected close tag');
  expect(await failing('<a>'.repeat(5_000) + '</a>'.repeat(5_000))).toContain('nested too deeply');
});

test('what XML cannot hold is an error of its item', async () => {
  const { json } = await runNode(xmlNode, {
    parameters: { mode: 'jsonToxml', options: { headless: true } },
    items: [{ 'a b': 1 }, { a: '\u0000' }, { a: 1 }],
    onError: 'continueRegularOutput',
  });
  const unwritten = { error: expect.stringContaining('cannot be written as XML') };
  expect(json).toEqual([{ ...unwritten }, { ...unwritten }, { data: '<a>1</a>' }]);
});

test('an item without XML is an error, and the names of elements are data', async () => {
  const { error } = await runNode(xmlNode, { items: [{ other: 1 }] });
  expect(error?.message).toBe('The item has no field "data"');
  expect(JSON.stringify(await toJson({}, '<r><__proto__>1</__proto__><constructor/></r>'))).toBe(
    '{"r":{"__proto__":"1","constructor":""}}',
  );
  expect(await toJson({ explicitRoot: false }, '<r>text</r>')).toEqual({ value: 'text' });
});
