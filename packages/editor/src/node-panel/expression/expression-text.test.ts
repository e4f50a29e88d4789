import type { ParameterDefinition } from '@millrace/contract';
import { compileTemplate, createScope, type ExpressionData } from '@millrace/engine';
import { describe, expect, it } from 'vitest';
import {
  addExpression,
  fixedTextOf,
  isExpressionValue,
  looksLikeExpression,
  removeExpression,
  storeFixedText,
  typedExpression,
} from './expression-text.ts';

const text: ParameterDefinition = { name: 'a', displayName: 'A', type: 'string', default: '' };
const number: ParameterDefinition = { name: 'a', displayName: 'A', type: 'number', default: 7 };
const noData: ExpressionData = {
  workflow: { id: null, name: '', active: false },
  execution: { id: '', mode: 'manual' },
  node: { name: 'N', typeVersion: 1 },
  runIndex: 0,
  inputs: [],
  source: [],
  timezone: 'UTC',
  now: () => 0,
  random: () => 0,
  hasNode: () => false,
  runsOf: () => [],
  outputLeadingHere: () => 0,
  leadsHere: () => false,
  parametersOf: () => ({}),
  contextOf: () => ({}),
};

describe('fixed text that begins with =', () => {
  const nasty = ['=abc', "= it's", '=a\\b\nc\r', '={{ 1 }}', '=}}{{', '=\\x7d'];
  it.each(nasty)('%j is stored so that it evaluates to itself and is shown as typed', (typed) => {
    const stored = storeFixedText(typed);
    expect(stored).not.toBe(typed);
    expect(fixedTextOf(stored)).toBe(typed);
    expect(isExpressionValue(stored)).toBe(false);
    expect(compileTemplate(stored).evaluate(createScope(noData))).toBe(typed);
  });

  it('leaves all other text alone', () => {
    expect(storeFixedText('a = b')).toBe('a = b');
    expect(fixedTextOf('={{ $json.a }}')).toBeUndefined();
    expect(isExpressionValue('={{ $json.a }}')).toBe(true);
  });
});

describe('adding an expression', () => {
  it('prefixes text, and wraps numbers and booleans in braces', () => {
    expect(addExpression('hello')).toBe('=hello');
    expect(addExpression(5)).toBe('={{5}}');
    expect(addExpression(false)).toBe('={{false}}');
    expect(addExpression(['a'])).toBe('={{ ["a"] }}');
    expect(addExpression(null)).toBe('=');
  });
});

describe('removing an expression', () => {
  it('puts the evaluated value in its place', () => {
    expect(removeExpression(text, '={{ $json.a }}', 'x')).toBe('x');
    expect(removeExpression(text, '={{ $json.a }}', { b: 1 })).toBe('{"b":1}');
    expect(removeExpression(number, '={{ 1 + 1 }}', 2)).toBe(2);
    expect(removeExpression(number, '={{ "12" }}', '12')).toBe(12);
  });

  it('keeps the text, or takes the default, when there is no value', () => {
    expect(removeExpression(text, '=Hi {{ $json.a }}', undefined)).toBe('Hi {{ $json.a }}');
    expect(removeExpression(number, '={{ $json.a }}', undefined)).toBe(7);
    expect(removeExpression(number, '={{ $json.a }}', 'no number')).toBe(7);
  });

  it('stores a value that begins with = as text', () => {
    expect(fixedTextOf(removeExpression(text, '={{ $json.a }}', '=1+1') as string)).toBe('=1+1');
  });
});

it('notices fixed text that was meant as an expression', () => {
  expect(looksLikeExpression('Hi {{ $json.name }}')).toBe(true);
  expect(looksLikeExpression('={{ $json.name }}')).toBe(false);
  expect(looksLikeExpression('a { b }')).toBe(false);
});

describe('typedExpression', () => {
  it.each([
    ['{', '{{', '={{', 2],
    ['Hello {', 'Hello {{', '=Hello {{', 8],
    ['{ there', '{{ there', '={{ there', 2],
    ['={', '={{', '={{', 2],
    ['"{}"', '"{{}}"', '="{{}}"', 3],
    ['', '{{ $json.name }}', '={{ $json.name }}', 16],
    ['Hi ', 'Hi {{ $json.name }}!', '=Hi {{ $json.name }}!', 20],
  ])('%s → %s', (before, typed, expression, caret) => {
    expect(typedExpression(before, typed)).toEqual({ expression, caret });
  });

  it.each([
    ['', '{'],
    ['', '=1+1'],
    ['{{ name }', '{{ name }}'],
    ['{{ $json.a', '{{ $json.a }'],
    ['a {{ b }}', 'a {{ b }} c'],
    ['{{x', '{{'],
    ['', '<b>{{name}}</b>'],
  ])('%s → %s stays fixed', (before, typed) => {
    expect(typedExpression(before, typed)).toBeUndefined();
  });
});
