import { describe, expect, test } from 'vitest';
import { createLog } from './log.ts';

const open = (logLevel: 'debug' | 'info' | 'warn' = 'info') => {
  const lines: string[] = [];
  const log = createLog({ logLevel }, { write: (line) => void lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? 'null') };
};

test('a line is one JSON object', () => {
  const { log, lines, last } = open();
  log.info({ executions: 3 }, 'Old executions\nwere deleted');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  expect(last()).toEqual({
    level: 'info',
    time: expect.any(String),
    executions: 3,
    msg: 'Old executions\nwere deleted',
  });
  expect(new Date(last().time).toISOString()).toBe(last().time);
});

test('what is less severe than the level is not written', () => {
  const { log, lines } = open('warn');
  log.debug({}, 'a');
  log.info({}, 'b');
  log.error({}, 'c');
  expect(lines).toHaveLength(1);
});

test('an error keeps its kind, place and causes', () => {
  const { log, last } = open();
  const cause = Object.assign(new TypeError('inner'), { code: 'ECONNREFUSED' });
  log.error({ err: new Error('outer', { cause }) }, 'Failed');
  expect(last().err).toMatchObject({
    type: 'Error',
    message: 'outer',
    stack: expect.stringContaining('log.test.ts'),
    cause: { type: 'TypeError', message: 'inner', code: 'ECONNREFUSED' },
  });
});

describe('secrets', () => {
  const canary = 'c4n4ry-s3cr3t';
  const withCanary: [string, object][] = [
    [
      'a header',
      { headers: { authorization: `Bearer ${canary}`, cookie: `millrace=${canary}`, 'Set-Cookie': canary } },
    ],
    ['a deep name', { a: { b: { apiKey: canary, api_key: canary, 'x-api-key': canary, accessToken: canary } } }],
    ['a list', { list: [{ password: canary }, { passphrase: canary }, { clientSecret: canary }] }],
    ['a map', { map: new Map([['refresh_token', canary]]) }],
    ['credentials', { credentials: { user: canary } }],
    ['an address', { url: `postgres://user:${canary}@host/db` }],
    ['an address as an object', { url: new URL(`https://${canary}@host/`) }],
    ['a query', { url: `/rest/x?token=${canary}&a=1` }],
    ['a signature', { url: `https://s3/x?X-Amz-Signature=${canary}` }],
    ['a text', { reason: `sent Authorization: Bearer ${canary} and was refused` }],
    ['JSON in a text', { body: JSON.stringify({ access_token: canary, password: canary }) }],
    ['an error', { err: new Error(`connect to mysql://root:${canary}@db failed`) }],
    ['a cause', { err: new Error('x', { cause: new Error(`Bearer ${canary}`) }) }],
    ['fields of an error', { err: Object.assign(new Error('x'), { config: { headers: { Authorization: canary } } }) }],
    ['rows in an error', { err: Object.assign(new Error('x'), { detail: `Failing row contains (${canary})` }) }],
    ['bytes', { body: Buffer.from(canary) }],
    ['something deep', { a: { b: { c: { d: { e: { f: { g: canary } } } } } } }],
  ];

  test.each(withCanary)('in %s are not written', (_, details) => {
    const { log, lines } = open();
    log.error(details, 'Something failed');
    expect(lines).toHaveLength(1);
    for (const line of lines) expect(line).not.toContain(canary);
  });

  test('leave the rest readable', () => {
    const { log, last } = open();
    log.error({ url: `https://user:${canary}@host/path?token=${canary}&page=2`, executionId: '7' }, 'Failed');
    expect(last()).toMatchObject({ url: 'https://[redacted]@host/path?token=[redacted]&page=2', executionId: '7' });
  });
});

test('hostile details neither break a line nor fill a disk', () => {
  const { log, lines } = open();
  const circle: Record<string, unknown> = {
    big: 'x'.repeat(1_000_000),
    many: Array.from({ length: 1_000_000 }, () => 1),
  };
  circle.self = circle;
  log.error({ circle, id: 1n, call: () => 1, err: null, none: undefined }, 'Failed');
  log.error({ text: `${'token='.repeat(20_000)}` }, 'Failed');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line.length).toBeLessThan(100_000);
});
