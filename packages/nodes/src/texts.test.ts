import type { NodeTypeDescription, ParameterDefinition } from '@millrace/contract';
import { expect, test } from 'vitest';
import { bundledLibrary } from './index.ts';

/** A text that people read, and where it stands. */
type Shown = [place: string, text: string];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textsIn = (value: unknown, keys: ReadonlySet<string>, place: string): Shown[] => {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, keys, place));
  if (!isObject(value)) return [];
  const isChoice = 'value' in value && 'name' in value && !('displayName' in value);
  return Object.entries(value).flatMap(([key, field]): Shown[] => {
    if (typeof field !== 'string') return textsIn(field, keys, `${place} ${String(value.name ?? key)}`);
    return keys.has(key) || (isChoice && key === 'name' && keys.has('displayName')) ? [[place, field]] : [];
  });
};

const { catalogue } = bundledLibrary;
const types = JSON.parse(catalogue.list('whole')) as (NodeTypeDescription & { properties: ParameterDefinition[] })[];
const known = [...types, ...catalogue.credentialTypes()];
const read = (...keys: string[]): Shown[] => known.flatMap((type) => textsIn(type, new Set(keys), type.name));

const failing = (texts: Shown[], isWrong: (text: string) => boolean): Shown[] =>
  texts.filter(([, text]) => isWrong(text));

test('names end without a full stop', () => {
  const notices = /[.!?]["')]?\s+\S|^.{60,}/;
  expect(failing(read('displayName', 'action'), (text) => /[^.]\.$/.test(text) && !notices.test(text))).toEqual([]);
});

test('actions and descriptions begin with a capital letter, a digit or a sign', () => {
  const texts = read('action', 'description', 'hint', 'activationMessage', 'eventTriggerDescription');
  const words = /^(?!yyyy|null|a=|a\[)[a-z]{2,}[ ,]/;
  expect(failing(texts, (text) => words.test(text))).toEqual([]);
});

test('one word for one thing, in plain English', () => {
  const banned =
    /gives? what|what it answers|\bmails?\b(?! server)|that (?:of|with) the name|lead into objects|with commas between|newer workflows use|when you click Execute|whoever|web address/i;
  const texts = read('displayName', 'action', 'description', 'hint', 'activationMessage', 'eventTriggerDescription');
  expect(failing(texts, (text) => banned.test(text))).toEqual([]);
});
