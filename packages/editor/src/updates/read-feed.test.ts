import { afterEach, expect, test, vi } from 'vitest';
import { readFeed, updatesOf } from './read-feed.ts';

const release = (name: string, createdAt: string, more: object = {}) => ({ name, createdAt, ...more });

afterEach(() => vi.unstubAllGlobals());

test('newer versions come newest first, and the running one apart', () => {
  const { current, newer } = updatesOf(
    [
      release('1.2.3', '2026-01-01T00:00:00Z', { hasSecurityIssue: true }),
      release('1.3.0', '2026-02-01T00:00:00Z'),
      release('2.0.0', '2026-04-01T00:00:00+02:00'),
      release('1.2.4', '2026-03-01T00:00:00Z'),
    ],
    '1.2.3',
  );
  expect(current).toMatchObject({ name: '1.2.3', hasSecurityIssue: true, nodes: [] });
  expect(newer.map(({ name }) => name)).toEqual(['2.0.0', '1.2.4', '1.3.0']);
});

test('a feed of all versions tells of no update that is older than the running one', () => {
  const { newer } = updatesOf(
    [
      release('1.2.3', '2026-01-01T00:00:00Z'),
      release('1.1.9', '2026-05-01T00:00:00Z'),
      release('next', '2026-01-01T00:00:00Z'),
    ],
    '1.2.3',
  );
  expect(newer.map(({ name }) => name)).toEqual(['next']);
});

test('what is no version is left out, and what is not said counts as no', () => {
  const feed = [
    null,
    { name: '9.0.0' },
    release('9.0.1', 'soon'),
    release('9.1.0', '2026-02-01T00:00:00Z', { nodes: 'x', hasSecurityFix: 1 }),
  ];
  expect(updatesOf(feed, '1.0.0')).toMatchObject({
    current: undefined,
    newer: [{ name: '9.1.0', nodes: [], hasSecurityFix: false, description: null }],
  });
  expect(updatesOf({ message: 'no' }, '1.0.0').newer).toEqual([]);
});

test('the feed is told the running version, and a refusal is no feed', async () => {
  const fetch = vi.fn(async () => new Response('[]'));
  vi.stubGlobal('fetch', fetch);
  const { signal } = new AbortController();
  expect(await readFeed('https://feed.example/versions', '1.2.3', signal)).toEqual({ current: undefined, newer: [] });
  expect(fetch).toHaveBeenCalledWith('https://feed.example/versions', {
    headers: { 'x-instance-version': '1.2.3' },
    signal: expect.any(AbortSignal),
  });
  vi.stubGlobal('fetch', async () => new Response('[]', { status: 503 }));
  await expect(readFeed('https://feed.example/versions', '1.2.3', signal)).rejects.toThrow('503');
});

test('a text that no browser could show in time counts as not said', () => {
  const { newer } = updatesOf(
    [
      release('2.0.0', '2026-02-01T00:00:00Z', { description: 'x '.repeat(1_000_000) }),
      release('1.9.0', '2026-01-01T00:00:00Z', { description: 'New' }),
    ],
    '1.2.3',
  );
  expect(newer.map(({ description }) => description)).toEqual([null, 'New']);
});
