import type { z } from 'zod';

/**
 * What is wrong with a value, as the rest of a sentence that begins with the name of its field: `must be a number, not text`. Schemas that
 * have more to say give a message of their own in the same form.
 */

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  nan: 'not a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  null: 'null',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  file: 'a file',
};

/** What the value is, where that helps beside what it should be. */
const givenType = (input: unknown): string | undefined => {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'number') return Number.isFinite(input) ? 'a number' : undefined;
  return { string: 'text', boolean: 'true or false', object: 'an object' }[typeof input as string];
};

const quoted = (value: unknown): string => (typeof value === 'bigint' ? String(value) : JSON.stringify(value));

/** `a, b or c` */
export const either = (choices: readonly string[], word: 'or' | 'and' = 'or'): string =>
  choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} ${word} ${choices.at(-1)}`;

const units: Readonly<Record<string, [string, string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  tuple: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  record: ['entry', 'entries'],
  object: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'an address such as https://example.com',
  emoji: 'an emoji',
  uuid: 'a UUID',
  guid: 'a UUID',
  datetime: 'a date and time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 12:00:00',
  duration: 'a duration such as P1DT12H',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  mac: 'a MAC address',
  cidrv4: 'a range of IPv4 addresses',
  cidrv6: 'a range of IPv6 addresses',
  base64: 'text in base64',
  base64url: 'text in base64url',
  json_string: 'valid JSON',
  e164: 'a phone number such as +14155550123',
  jwt: 'a JSON web token',
};

type Issue<Code extends z.core.$ZodIssueCode = z.core.$ZodIssueCode> = Extract<
  z.core.$ZodRawIssue<z.core.$ZodIssue>,
  { code: Code }
>;

const expectedType = (expected: string): string => typeNames[expected] ?? 'of another type';

const wrongType = ({ expected, input }: Issue<'invalid_type'>): string => {
  if (['never', 'undefined', 'void'].includes(expected)) return 'must be left out';
  if (input === undefined || expected === 'nonoptional') return 'is missing';
  const wanted = expectedType(expected);
  const given = givenType(input);
  // "must be a whole number, not a number" says nothing.
  return given === undefined || wanted.endsWith(given.replace(/^an? /, '')) || given === wanted
    ? `must be ${wanted}`
    : `must be ${wanted}, not ${given}`;
};

const bound = (
  limit: number | bigint,
  { origin, exact, inclusive }: Issue<'too_big' | 'too_small'>,
  words: { within: string; beyond: string; date: string },
): string => {
  if (origin === 'date') return `must be no ${words.date} than ${new Date(Number(limit)).toISOString()}`;
  const amount = exact ? 'exactly' : inclusive === false ? words.beyond : words.within;
  const unit = units[origin];
  return unit ? `must have ${amount} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}` : `must be ${amount} ${limit}`;
};

const tooSmall = (issue: Issue<'too_small'>): string =>
  issue.origin === 'string' && issue.minimum === 1 && issue.inclusive !== false && !issue.exact
    ? 'must not be empty'
    : bound(issue.minimum, issue, { within: 'at least', beyond: 'more than', date: 'earlier' });

const wrongFormat = (issue: Issue<'invalid_format'>): string => {
  if (issue.format === 'starts_with') return `must start with "${issue.prefix}"`;
  if (issue.format === 'ends_with') return `must end with "${issue.suffix}"`;
  if (issue.format === 'includes') return `must contain "${issue.includes}"`;
  const wanted = formats[issue.format];
  return wanted === undefined ? 'does not have the right form' : `must be ${wanted}`;
};

const keysOf = (schema: unknown): string[] => {
  const shape = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape;
  return shape ? Object.keys(shape) : [];
};

/** Said of the object; the place of each key is named by whoever makes the sentence. */
const unknownKeys = ({ inst }: Issue<'unrecognized_keys'>): string => {
  const known = keysOf(inst);
  return known.length === 0 ? 'is not known here' : `is not known here; there is ${either(known, 'and')}`;
};

/** What one alternative of a union asks of the value itself; undefined where it fails further inside. */
const wantedBy = (issues: readonly z.core.$ZodIssue[]): string[] | undefined => {
  const [issue] = issues;
  if (!issue || issue.path.length > 0) return undefined;
  if (issue.code === 'invalid_type') return [expectedType(issue.expected)];
  if (issue.code === 'invalid_value') return issue.values.map(quoted);
  return undefined;
};

const noAlternative = (issue: Issue<'invalid_union'>): string => {
  if (issue.inclusive === false) return 'fits more than one of the forms that it may have';
  if (issue.options && issue.options.length > 0) return `must be ${either(issue.options.map(quoted))}`;
  if (issue.input === undefined) return 'is missing';
  const wanted = issue.errors.flatMap((alternative) => wantedBy(alternative) ?? []);
  return wanted.length === 0 ? 'has none of the forms that it may have' : `must be ${either([...new Set(wanted)])}`;
};

const inside = (issues: readonly z.core.$ZodIssue[]): string => issues[0]?.message ?? 'is not valid';

/** The one place where the findings of the validator become words. */
export const messageOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue);
    case 'too_big':
      return bound(issue.maximum, issue, { within: 'at most', beyond: 'less than', date: 'later' });
    case 'too_small':
      return tooSmall(issue);
    case 'invalid_format':
      return wrongFormat(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return unknownKeys(issue);
    case 'invalid_union':
      return noAlternative(issue);
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${either(issue.values.map(quoted))}`;
    case 'invalid_key':
      return `cannot be a name here: it ${inside(issue.issues)}`;
    case 'invalid_element':
      return `has an entry that ${inside(issue.issues)}`;
    case 'custom':
      return 'is not valid';
  }
};
