import { runNode, setUpNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { rssFeedRead } from './rss-feed-read.node.ts';
import { rssFeedReadTrigger } from './rss-feed-read-trigger.node.ts';

const url = 'https://blog.example/feed.xml';

const entry = (n: number, date?: string) =>
  `<item><title>Post ${n}</title><link>https://blog.example/${n}</link><guid>${n}</guid>${
    date ? `<pubDate>${new Date(date).toUTCString()}</pubDate>` : ''
  }<description>&lt;p&gt;Hello ${n}&lt;/p&gt;</description><category>a</category><rating>${n}</rating></item>`;

const rss = (...entries: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>${entries.join('')}</channel></rss>`;

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>One</title><id>urn:1</id>
  <link href="https://a.example/1"/><updated>2026-01-02T00:00:00Z</updated><summary>Sum</summary></entry></feed>`;

const answering = (...bodies: (string | Uint8Array | object)[]) =>
  bodies.map((body) => (typeof body === 'string' || body instanceof Uint8Array ? { body } : body));

describe('RSS Read', () => {
  const read = (parameters: Record<string, unknown>, http: object[], more = {}) =>
    runNode(rssFeedRead, { typeVersion: 1.2, parameters: { url, ...parameters } as never, host: { http }, ...more });

  it('makes an item of each entry of an RSS feed', async () => {
    const { json, host } = await read({}, answering(rss(entry(2, '2026-01-02T10:00:00Z'), entry(1))));
    expect(json).toEqual([
      {
        title: 'Post 2',
        link: 'https://blog.example/2',
        guid: '2',
        pubDate: 'Fri, 02 Jan 2026 10:00:00 GMT',
        isoDate: '2026-01-02T10:00:00.000Z',
        content: '<p>Hello 2</p>',
        contentSnippet: 'Hello 2',
        categories: ['a'],
      },
      expect.objectContaining({ title: 'Post 1' }),
    ]);
    expect(host.requests).toMatchObject([{ url, allowUnauthorizedCerts: false }]);
  });

  it('reads Atom, and feeds in other character sets', async () => {
    expect((await read({}, answering(atom))).json).toMatchObject([
      { title: 'One', id: 'urn:1', link: 'https://a.example/1', isoDate: '2026-01-02T00:00:00.000Z', summary: 'Sum' },
    ]);
    const text = rss('<item><title>Grüße</title></item>').replace('?>', ' encoding="ISO-8859-1"?>');
    const latin = Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect((await read({}, answering(latin))).json).toEqual([{ title: 'Grüße' }]);
  });

  it('reads further elements, and feeds whose certificate nobody verifies', async () => {
    const options = { customFields: 'rating, other', ignoreSSL: true };
    const { json, host } = await read({ options }, answering(rss(entry(7))));
    expect(json).toMatchObject([{ title: 'Post 7', rating: '7' }]);
    expect(host.requests[0]?.allowUnauthorizedCerts).toBe(true);
  });

  it('reads the feed of each item and links its entries; once in version 1', async () => {
    const items = [{ feed: 'a' }, { feed: 'b' }];
    const parameters = { url: '=https://blog.example/{{ $json.feed }}' };
    const feeds = answering(rss(entry(1), entry(2)), rss(entry(3)));
    const { items: output, host } = await read(parameters, feeds, { items });
    expect(output.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1]);
    expect(host.requests.map((request) => request.url)).toEqual(['https://blog.example/a', 'https://blog.example/b']);
    const old = await read(parameters, feeds, { items, typeVersion: 1 });
    expect(old.json.map(({ title }) => title)).toEqual(['Post 1', 'Post 2']);
    expect((await read({}, [], { items: [] })).error).toBeUndefined();
  });

  it.each([
    ['', answering('x'), 'The URL of the feed is empty'],
    ['nonsense', answering('x'), '"nonsense" is not a URL'],
    [url, answering('<html><body>Hi</body></html>'), 'The address does not give an RSS or Atom feed'],
    [url, answering('not xml'), 'The address does not give an RSS or Atom feed'],
    [url, answering({ status: 404, statusText: 'Not Found', body: 'Gone' }), 'The service answered with 404 Not Found'],
  ])('%j says what is wrong', async (address, http, message) => {
    expect((await read({ url: address }, http)).error?.message).toBe(message);
  });

  it('goes on after the failure of one item', async () => {
    const { outputs } = await read({}, answering({ status: 500, body: 'x' }, rss(entry(1))), {
      items: [{}, {}],
      onError: 'continueErrorOutput',
    });
    expect(outputs.map((items) => items?.map(({ pairedItem }) => pairedItem))).toEqual([[1], [0]]);
  });
});

describe('RSS Feed Trigger', () => {
  const poll = async (staticData: Record<string, unknown>, body: string, isTest = false) => {
    const { context, staticDataChanges } = setUpNode(rssFeedReadTrigger, {
      parameters: { feedUrl: url },
      staticData: { 'node:Node': staticData },
      host: { http: [{ body }] },
    });
    const output = await rssFeedReadTrigger.poll?.({ ...context, isTest });
    const place = staticDataChanges()?.['node:Node'] ?? staticData;
    return { titles: output?.[0]?.map(({ json }) => json.title), place };
  };

  it('gives what is new since it looked before: once, also without dates, and never what was there before', async () => {
    const first = await poll({}, rss(entry(2, '2026-01-02'), entry(1, '2026-01-01')));
    expect(first.titles).toBeUndefined();
    const none = await poll(first.place, rss(entry(2, '2026-01-02'), entry(1, '2026-01-01')));
    expect(none.titles).toBeUndefined();
    const some = rss(
      entry(5),
      entry(4, '2026-01-03'),
      entry(3, '2026-01-03'),
      entry(2, '2026-01-02'),
      entry(0, '2025-12-31'),
    );
    const found = await poll(none.place, some);
    expect(found.titles).toEqual(['Post 5', 'Post 4', 'Post 3']);
    expect((await poll(found.place, some)).titles).toBeUndefined();
    // One that is published with a time before the newest is news all the same, and an empty feed forgets nothing.
    const empty = await poll(found.place, rss());
    const late = await poll(empty.place, rss(entry(6, '2026-01-02T12:00:00Z'), entry(4, '2026-01-03')));
    expect(late.titles).toEqual(['Post 6']);
  });

  it('goes on from the place that a public workflow brings', async () => {
    const { titles } = await poll(
      { lastItemDate: '2026-01-01T00:00:00.000Z' },
      rss(entry(2, '2026-01-02'), entry(1, '2026-01-01')),
    );
    expect(titles).toEqual(['Post 2']);
  });

  it('shows the newest entry when it is tried out, and keeps no place', async () => {
    const { titles, place } = await poll({}, rss(entry(2, '2026-01-02'), entry(1)), true);
    expect([titles, place]).toEqual([['Post 2'], {}]);
    await expect(poll({}, rss(), true)).rejects.toThrow('The feed has no entries yet');
  });
});
