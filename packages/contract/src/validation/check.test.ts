import { expect, test } from 'vitest';
import { z } from 'zod';
import type { RequestIssue } from '../errors.ts';
import { check } from './check.ts';

const issuesOf = (schema: z.ZodType, value: unknown, place: 'body' | 'query' | 'path' = 'body'): RequestIssue[] => {
  const checked = check(schema, value, place);
  return checked.success ? [] : checked.issues;
};

const messagesOf = (...given: Parameters<typeof issuesOf>): string[] =>
  issuesOf(...given).map(({ message }) => message);

const field = (schema: z.ZodType, value: unknown): string[] =>
  messagesOf(z.object({ field: schema }), { field: value });

const moment = new Date('2026-01-31T12:00:00Z');

/** At least one of every kind of finding that the validator knows, with the words for it. */
const findings: Record<z.core.$ZodIssueCode, [schema: z.ZodType, value: unknown, predicate: string][]> = {
  invalid_type: [
    [z.string(), 5, 'must be text, not a number'],
    [z.string(), undefined, 'is missing'],
    [z.string(), null, 'must be text, not null'],
    [z.number(), '5', 'must be a number, not text'],
    [z.coerce.number(), 'many', 'must be a number'],
    [z.number(), Number.POSITIVE_INFINITY, 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'yes', 'must be true or false, not text'],
    [z.array(z.string()), {}, 'must be a list, not an object'],
    [z.object({}), [], 'must be an object, not a list'],
    [z.record(z.string(), z.string()), 'x', 'must be an object, not text'],
    [z.tuple([z.string()]), true, 'must be a list, not true or false'],
    [z.date(), 5, 'must be a date, not a number'],
    [z.null(), 5, 'must be null, not a number'],
    [z.never(), 5, 'must be left out'],
    [z.undefined(), 5, 'must be left out'],
    [z.string().optional().nonoptional(), undefined, 'is missing'],
    [z.bigint(), 5, 'must be a whole number'],
    [z.symbol(), 5, 'must be of another type, not a number'],
  ],
  too_big: [
    [z.number().max(5), 6, 'must be at most 5'],
    [z.number().lt(5), 5, 'must be less than 5'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.string().length(2), 'abc', 'must have exactly 2 characters'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 items'],
    [z.tuple([z.string()]), ['a', 'b'], 'must have at most 1 item'],
    [z.set(z.string()).max(1), new Set(['a', 'b']), 'must have at most 1 item'],
    [z.map(z.string(), z.string()).max(0), new Map([['a', 'b']]), 'must have at most 0 entries'],
    [z.date().max(moment), new Date('2027-01-01'), 'must be no later than 2026-01-31T12:00:00.000Z'],
    [z.int(), 2 ** 60, 'must be at most 9007199254740991'],
  ],
  too_small: [
    [z.number().min(5), 4, 'must be at least 5'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), 'a', 'must have at least 2 characters'],
    [z.string().length(2), 'a', 'must have exactly 2 characters'],
    [z.array(z.string()).min(1), [], 'must have at least 1 item'],
    [z.date().min(moment), new Date('2025-01-01'), 'must be no earlier than 2026-01-31T12:00:00.000Z'],
  ],
  invalid_format: [
    [z.email(), 'x', 'must be an email address'],
    [z.url(), 'x', 'must be an address such as https://example.com'],
    [z.uuid(), 'x', 'must be a UUID'],
    [z.iso.datetime(), 'x', 'must be a date and time such as 2026-01-31T12:00:00Z'],
    [z.iso.date(), 'x', 'must be a date such as 2026-01-31'],
    [z.iso.time(), 'x', 'must be a time such as 12:00:00'],
    [z.iso.duration(), 'x', 'must be a duration such as P1DT12H'],
    [z.ipv4(), 'x', 'must be an IPv4 address'],
    [z.base64(), '*', 'must be text in base64'],
    [z.jwt(), 'x', 'must be a JSON web token'],
    [z.string().regex(/^a$/), 'b', 'does not have the right form'],
    [z.nanoid(), 'x', 'does not have the right form'],
    [z.string().startsWith('a'), 'b', 'must start with "a"'],
    [z.string().endsWith('a'), 'b', 'must end with "a"'],
    [z.string().includes('a'), 'b', 'must contain "a"'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 7, 'must be a multiple of 5']],
  unrecognized_keys: [],
  invalid_union: [
    [z.union([z.string(), z.number()]), true, 'must be text or a number'],
    [z.union([z.literal('DEFAULT'), z.enum(['all', 'none'])]), 'x', 'must be "DEFAULT", "all" or "none"'],
    [z.union([z.literal('DEFAULT'), z.boolean()]), 5, 'must be "DEFAULT" or true or false'],
    [z.union([z.string(), z.number()]), undefined, 'is missing'],
    [z.union([z.iso.date(), z.uuid()]), 'b', 'has none of the forms that it may have'],
    [z.xor([z.string(), z.literal('a')]), 'a', 'fits more than one of the forms that it may have'],
  ],
  invalid_value: [
    [z.literal(true), false, 'must be true'],
    [z.enum(['all', 'none']), 'some', 'must be "all" or "none"'],
    [z.enum(['a', 'b', 'c']), 'd', 'must be "a", "b" or "c"'],
    [z.enum(['a', 'b']), undefined, 'is missing'],
  ],
  invalid_key: [],
  invalid_element: [[z.map(z.any(), z.number()), new Map([[{}, 'x']]), 'has an entry that must be a number, not text']],
  custom: [
    [z.custom(() => false), 5, 'is not valid'],
    [z.custom(() => false, 'must be an object'), 5, 'must be an object'],
    [z.string().refine(() => false), 'x', 'is not valid'],
  ],
};

for (const [code, cases] of Object.entries(findings))
  test.each(cases)(`${code}: %s with %j: "%s"`, (schema, value, predicate) => {
    expect(field(schema, value)).toEqual([`"field" ${predicate}.`]);
  });

test('the words of the validator itself are never shown', () => {
  const lines = Object.values(findings).flatMap((cases) => cases.flatMap(([schema, value]) => field(schema, value)));
  expect(lines.length).toBeGreaterThan(40);
  for (const line of lines) expect(line).not.toMatch(/invalid|expected|received|unrecognized|>=|<=|NaN/i);
});

test('a key that is too many is named, with those that there are', () => {
  const schema = z.strictObject({ name: z.string().optional(), active: z.boolean().optional() });
  expect(messagesOf(schema, { nmae: 'x', other: 1 })).toEqual([
    '"nmae" is not known here; there is name and active.',
    '"other" is not known here; there is name and active.',
  ]);
  expect(messagesOf(z.strictObject({}), { limit: '1' }, 'query')).toEqual([
    'The query parameter "limit" is not known here.',
  ]);
});

test('a name that is not allowed as a key', () => {
  expect(messagesOf(z.record(z.string().max(2), z.number()), { long: 1 })).toEqual([
    '"long" cannot be a name here: it must have at most 2 characters.',
  ]);
});

test.each([
  [z.object({ kind: z.string() }), 'x', 'The body must be an object, not text.'],
  [z.object({ kind: z.string() }), undefined, 'The body is missing.'],
  [
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    '"kind" must be "a" or "b".',
  ],
])('the body as a whole', (schema, value, message) => {
  expect(messagesOf(schema, value)).toEqual([message]);
});

const workflow = z.object({
  nodes: z.array(z.object({ name: z.string().min(1), position: z.tuple([z.number(), z.number()]) })),
  settings: z.object({ timezone: z.string() }),
  connections: z.record(z.string(), z.record(z.string(), z.array(z.array(z.object({ node: z.string() }))))),
});

test('a place is called what a person would call it, and named exactly for programs', () => {
  const value = {
    nodes: [
      { name: 'Get', position: [0, 'x'] },
      { name: '', position: [0, 0] },
    ],
    settings: {},
    connections: { Get: { main: [[{ node: 'Get' }, { node: 7 }]] }, Set: { main: {} } },
  };
  expect(issuesOf(z.object({ workflowData: workflow }), { workflowData: value })).toEqual([
    {
      path: 'workflowData.nodes[0].position[1]',
      message: 'Item 2 of "position" of node "Get" of "workflowData" must be a number, not text.',
    },
    { path: 'workflowData.nodes[1].name', message: '"name" of item 2 of "workflowData.nodes" must not be empty.' },
    { path: 'workflowData.settings.timezone', message: '"workflowData.settings.timezone" is missing.' },
    {
      path: 'workflowData.connections.Get.main[0][1].node',
      message: '"node" of connection 2 of output 1 of node "Get" of "workflowData" must be text, not a number.',
    },
    {
      path: 'workflowData.connections.Set.main',
      message: '"main" of the connections of node "Set" of "workflowData" must be a list, not an object.',
    },
  ]);
});

test('places in the address', () => {
  const query = z.object({ limit: z.coerce.number(), filter: z.object({ finished: z.boolean() }) });
  expect(messagesOf(query, { limit: 'x', filter: { finished: 'x' } }, 'query')).toEqual([
    'The query parameter "limit" must be a number.',
    '"finished" of the query parameter "filter" must be true or false, not text.',
  ]);
  expect(messagesOf(z.object({ id: z.literal('1') }), { id: '2' }, 'path')).toEqual([
    '"id" in the address must be "1".',
  ]);
});
