/** The rules for which mails are read, as public workflows write them: `["UNSEEN", ["SINCE", "May 20, 2010"]]`. */
import { NodeError } from '@millrace/engine/node-api';
import type { SearchObject } from 'imapflow';

/** Each of them must hold. */
export type SearchRules = readonly SearchObject[];

const flags: Record<string, SearchObject> = {
  ALL: { all: true },
  ANSWERED: { answered: true },
  DELETED: { deleted: true },
  DRAFT: { draft: true },
  FLAGGED: { flagged: true },
  NEW: { new: true },
  OLD: { old: true },
  RECENT: { recent: true },
  SEEN: { seen: true },
  UNANSWERED: { answered: false },
  UNDELETED: { deleted: false },
  UNDRAFT: { draft: false },
  UNFLAGGED: { flagged: false },
  UNSEEN: { seen: false },
};

/** Rules with one value, by the name that the library has for them. */
const texts = new Map<string, keyof SearchObject>([
  ...(['FROM', 'TO', 'CC', 'BCC', 'SUBJECT', 'BODY', 'TEXT', 'KEYWORD'] as const).map(
    (name) => [name, name.toLowerCase() as keyof SearchObject] as const,
  ),
  ['UNKEYWORD', 'unKeyword'],
  ['UID', 'uid'],
  ['X-GM-RAW', 'gmraw'],
  ['X-GM-MSGID', 'emailId'],
  ['X-GM-THRID', 'threadId'],
]);
const dates = new Map<string, keyof SearchObject>([
  ['BEFORE', 'before'],
  ['ON', 'on'],
  ['SINCE', 'since'],
  ['SENTBEFORE', 'sentBefore'],
  ['SENTON', 'sentOn'],
  ['SENTSINCE', 'sentSince'],
]);
const sizes = new Map<string, keyof SearchObject>([
  ['LARGER', 'larger'],
  ['SMALLER', 'smaller'],
]);

const wrong = (rule: unknown, description: string): NodeError =>
  new NodeError(`The email rule ${JSON.stringify(rule)} cannot be understood`, { description });

/** A day: servers look for nothing finer. */
const toDay = (rule: unknown, value: unknown): string => {
  const date = new Date(typeof value === 'number' ? value : String(value));
  if (Number.isNaN(date.getTime())) throw wrong(rule, `"${value}" is not a date.`);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

const readRule = (rule: unknown): SearchObject => {
  const [name, ...values] = Array.isArray(rule) ? rule : [rule];
  if (typeof name !== 'string') throw wrong(rule, 'A rule is a word, or a list of a word and its values.');
  if (name.startsWith('!')) return { not: readRule([name.slice(1), ...values]) };
  const key = name.toUpperCase();
  const flag = flags[key];
  if (flag) return flag;
  const [first, second] = values;
  if (key === 'OR') {
    if (values.length !== 2) throw wrong(rule, 'OR takes two rules.');
    return { or: [readRule(first), readRule(second)] };
  }
  const text = String(first ?? '');
  if (text === '') throw wrong(rule, 'It takes a value.');
  if (key === 'HEADER') return { header: { [text]: String(second ?? '') } };
  const field = texts.get(key) ?? sizes.get(key) ?? dates.get(key);
  if (!field) throw wrong(rule, 'Rules are those of IMAP, such as UNSEEN, FLAGGED, FROM, SUBJECT, SINCE, HEADER, OR.');
  if (dates.has(key)) return { [field]: toDay(rule, first) };
  if (!sizes.has(key)) return { [field]: values.map(String).join(',') };
  const size = Number(text);
  if (!Number.isInteger(size) || size < 1) throw wrong(rule, 'It takes a number of bytes.');
  return { [field]: size };
};

/** @param text JSON. @throws NodeError */
export const readSearchRules = (text: string): SearchRules => {
  let rules: unknown;
  try {
    rules = JSON.parse(text);
  } catch (error) {
    throw new NodeError('The email rules are not valid JSON', { description: (error as Error).message });
  }
  if (!Array.isArray(rules) || rules.length === 0)
    throw new NodeError('The email rules are not a list', { description: 'A list of rules looks like ["UNSEEN"].' });
  return rules.map(readRule);
};
