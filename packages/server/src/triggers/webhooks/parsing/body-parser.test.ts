import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../../../platform/log.ts';
import { type BodyParserLimits, createBodyParser } from './body-parser.ts';
import { readContentType } from './content-type.ts';
import { parseContent } from './parse-content.ts';

vi.mock(import('./parse-content.ts'), async (original) => {
  const actual = await original();
  return { ...actual, parseContent: vi.fn(actual.parseContent) };
});

const open = (limits: Partial<BodyParserLimits> = {}) => {
  vi.mocked(parseContent).mockClear();
  const parser = createBodyParser({ log: silentLog, limits });
  onTestFinished(() => parser.close());
  const parse = (text: string | Buffer, contentType: string) =>
    parser.parse(Buffer.from(text), readContentType(contentType));
  return { ...parser, parse };
};

const kilobytes = (count: number) => 'x'.repeat(count * 1024);

describe('what may take long is not read by this process', () => {
  it.each([
    ['large JSON', JSON.stringify({ text: kilobytes(65) }), 'application/json', { text: kilobytes(65) }],
    ['large text', kilobytes(65), 'text/plain', kilobytes(65)],
    ['a large form', `a=${kilobytes(65)}&b=1`, 'application/x-www-form-urlencoded', { a: kilobytes(65), b: '1' }],
    ['XML of any size', '<a><b>1</b></a>', 'application/xml', { a: { b: '1' } }],
  ])('%s', async (_what, body, type, expected) => {
    const parser = open();
    const { body: text, files } = await parser.parse(body, type);
    expect([JSON.parse(text), files]).toEqual([expected, []]);
    expect(parseContent).not.toHaveBeenCalled();
  });

  it('a large multipart body, with its files', async () => {
    const part = (head: string, content: string) =>
      `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const body = `${part('name="a"', 'é')}${part('name="f"; filename="f.bin"', kilobytes(65))}${part('name="g"; filename="g.txt"', 'two')}--x--\r\n`;
    const parser = open();
    const { body: text, files } = await parser.parse(body, 'multipart/form-data; boundary=x');
    expect(JSON.parse(text)).toEqual({ a: 'é' });
    expect(files.map(({ field, fileName, bytes }) => [field, fileName, bytes.toString()])).toEqual([
      ['f', 'f.bin', kilobytes(65)],
      ['g', 'g.txt', 'two'],
    ]);
    expect(parseContent).not.toHaveBeenCalled();
  });

  it('and small JSON is, as fast as can be', async () => {
    const parser = open();
    expect((await parser.parse('{"a": 1}', 'application/json')).body).toBe('{"a":1}');
    expect(parseContent).toHaveBeenCalled();
  });
});

describe('a body of the other process', () => {
  const large = `"${kilobytes(65)}"`;

  it.each([
    ['broken JSON', `${large}{`, 'application/json', /not valid JSON/],
    ['JSON nested without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'application/json', /nested deeper/],
    ['XML entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'application/xml', /entity declarations/],
    ['XML nested without end', `${'<a>'.repeat(2000)}${'</a>'.repeat(2000)}`, 'text/xml', /Maximum nested tags/],
  ])('is refused like any other: %s', async (_what, body, type, message) => {
    const parser = open();
    await expect(parser.parse(body, type)).rejects.toMatchObject({ error: 'webhookBadBody' });
    await expect(parser.parse(body, type)).rejects.toThrow(message);
  });

  it('has no keys that reach a prototype, and of equal keys the last', async () => {
    const parser = open();
    const body = `{"__proto__":{"admin":1},"a":{"__proto__":1,"constructor":{"prototype":{"x":1}}},"b":1,"b":2,"large":${large}}`;
    const { body: text } = await parser.parse(body, 'application/json');
    expect(text).not.toContain('__proto__');
    expect(JSON.parse(text)).toMatchObject({ a: { constructor: { prototype: { x: 1 } } }, b: 2 });
  });

  it('that eats all memory is refused, and the next one is read', async () => {
    const parser = open({ heapMegabytes: 32 });
    await expect(parser.parse(`<a>${'<b/>'.repeat(1_000_000)}</a>`, 'application/xml')).rejects.toMatchObject({
      error: 'bodyTooLarge',
    });
    expect((await parser.parse('<a>1</a>', 'application/xml')).body).toBe('{"a":"1"}');
  });

  it('that would become far longer as JSON is refused', async () => {
    const parser = open({ text: 300 * 1024 });
    const escaped = (count: number) => '\u0001'.repeat(count * 1024);
    await expect(parser.parse(escaped(51), 'text/plain')).rejects.toMatchObject({ error: 'bodyTooLarge' });
    await expect(parser.parse(escaped(65), 'text/plain')).rejects.toMatchObject({ error: 'bodyTooLarge' });
    expect(JSON.parse((await parser.parse(kilobytes(65), 'text/plain')).body)).toBe(kilobytes(65));
  });

  it('that takes too long is refused, and the next one is read', async () => {
    const limits = { time: 1 };
    const parser = open(limits);
    await expect(parser.parse('<a>1</a>', 'application/xml')).rejects.toMatchObject({ error: 'bodyTooLarge' });
    const patient = open();
    expect((await patient.parse('<a>1</a>', 'application/xml')).body).toBe('{"a":"1"}');
  });

  it('is refused while too many of them wait', async () => {
    const parser = open({ waiting: 100_000 });
    const first = parser.parse(large, 'application/json');
    await expect(parser.parse(large, 'application/json')).rejects.toMatchObject({
      error: 'tooManyRuns',
      headers: { 'retry-after': '5' },
    });
    expect((await first).body).toBe(large);
    expect((await parser.parse(large, 'application/json')).body).toBe(large);
  });

  it('waits for no longer one', async () => {
    const parser = open({ long: 1000 });
    const ended: string[] = [];
    const add = (body: string, name: string) => parser.parse(body, 'text/xml').then(() => void ended.push(name));
    const long = `<a>${'<b/>'.repeat(300_000)}</a>`;
    const longer = [add(long, 'first'), add(long, 'second')];
    await Promise.all([add('<a/>', 'short'), add('<a/>', 'short')]);
    expect(ended).not.toContain('second');
    await Promise.all(longer);
  });

  it('is told of the end when the server stops', async () => {
    const parser = open();
    const [one, two, three] = ['<a/>', '<a/>', '<a/>'].map((text) => parser.parse(text, 'text/xml'));
    parser.close();
    const outcomes = await Promise.allSettled([one, two, three]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { error: 'tooManyRuns' } });
  });
});
