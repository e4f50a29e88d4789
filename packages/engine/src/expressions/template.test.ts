import { describe, expect, test } from 'vitest';
import { ExpressionError } from './errors.ts';
import { isExpression } from './is-expression.ts';
import { compileTemplate } from './template.ts';
import { scopeOf } from './testing.ts';

const evaluate = (text: string, json = {}) => compileTemplate(text).evaluate(scopeOf(json));

describe('template', () => {
  test('a text without = is itself, braces included', () => {
    expect(evaluate('{{ 1 + 1 }}')).toBe('{{ 1 + 1 }}');
    expect(compileTemplate('{{ 1 }}').constant).toBe(true);
    expect(isExpression('a=1')).toBe(false);
    expect(isExpression(1)).toBe(false);
  });

  test('a text with = and no code is the text behind the sign', () => {
    expect(evaluate('=plain')).toBe('plain');
    expect(evaluate('=')).toBe('');
    expect(compileTemplate('=plain').constant).toBe(true);
  });

  test.each([
    ['={{ 1 }}', 1],
    ['={{ true }}', true],
    ['={{ null }}', null],
    ['={{ undefined }}', undefined],
    ['={{ [1, 2] }}', [1, 2]],
    ['={{ {} }}', {}],
    ['={{}}', undefined],
    ['={{ }}', undefined],
  ])('one part keeps its type: %s', (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  test('one part may be a date', () => {
    expect(evaluate('={{ new Date(0) }}')).toEqual(new Date(0));
  });

  test.each([
    ['= {{ 1 }}', ' 1'],
    ['={{ 1 }} ', '1 '],
    ['={{ 1 }}{{ 2 }}', '12'],
    ['=a {{ null }}{{ undefined }} b', 'a  b'],
    ['=x{{ [1, [2, 3]] }}', 'x1,2,3'],
    ['=x{{ ({}) }}', 'x[object Object]'],
    ['=x{{ true }}{{ 1.5 }}', 'xtrue1.5'],
  ])('text beside a part makes text: %s', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });

  test.each([
    ['=\\{{ 1 }}', '{{ 1 }}'],
    ['=a \\{{ b }} {{ 1 }}', 'a {{ b }} 1'],
    ["={{ 'a\\}}b' }}", 'a}}b'],
    ["={{ '}}' + 1 }}", '}}1'],
    ['={{ {a: {b: 1}}}}', { a: { b: 1 } }],
    ['={{ {a: {b: 1}}.a.b }}', 1],
    ['={{ [{a:1}].map(x => ({y: x.a}))}}', [{ y: 1 }]],
    ['={{ 1 }}}', '1}'],
    ['={"a": {"b": {{ $json.x ?? 7 }}}}', '{"a": {"b": 7}}'],
    ['={"a": {{ {b: {c: 1}}.b.c }}}', '{"a": 1}'],
  ])('braces: %s', (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  test('code that is never closed goes to the end', () => {
    expect(evaluate('={{ $json.a', { a: 3 })).toBe(3);
  });

  test('semicolons, line breaks and comments are allowed', () => {
    expect(evaluate('={{ Math.min(1, 2); }}')).toBe(1);
    expect(evaluate('={{\n1 // one\n}}')).toBe(1);
    expect(evaluate('={{ /* two */ 2 }}')).toBe(2);
    expect(evaluate('={{ ({ a: 1 }); // why }}')).toEqual({ a: 1 });
  });

  test('statements give their last expression, or what they return', () => {
    expect(evaluate('={{ const a = 2; a * 3 }}')).toBe(6);
    expect(evaluate('={{ if ($json.a) { return "yes" } return "no" }}', { a: 1 })).toBe('yes');
  });

  test('a member of nothing is nothing', () => {
    expect(evaluate('={{ $json.contact.FirstName }}', { contact: null })).toBeUndefined();
    expect(evaluate('={{ $json.a.b.c.toUpperCase() }}')).toBeUndefined();
    expect(evaluate('=Dear {{ $json.a.b }},')).toBe('Dear ,');
    expect(evaluate('={{ $json.a.b || "none" }}')).toBe('none');
  });

  test('a wrong text compiles, says why, and throws when evaluated', () => {
    const template = compileTemplate('=Hello {{ $json. }}');
    expect(template.error).toMatchObject({ kind: 'syntax', position: 17 });
    expect(() => template.evaluate(scopeOf())).toThrow(ExpressionError);
  });

  test.each([
    ['=ab {{ foo }}', 'reference', 7],
    ['=ab {{ class {} }}', 'notSupported', 7],
    ['=ab {{ $json.constructor }}', 'forbidden', 13],
    ['=ab {{ "\\}}" + foo }}', 'reference', 15],
    ['=ab {{ $json["__pro" + "to__"] }}', 'forbidden', 13],
    ["=ab {{ 'x'.foo() }}", 'type', 11],
    ['=ab {{ 1 }} {{ “x” }}', 'syntax', 15],
  ])('%s is an error of kind %s at %i', (text, kind, position) => {
    expect(() => evaluate(text)).toThrow(expect.objectContaining({ kind, position }));
  });

  test('a function is no result', () => {
    expect(() => evaluate('={{ $now.toISO }}')).toThrow(/Add|is a function/);
    expect(() => evaluate('={{ x => x }}')).toThrow(ExpressionError);
  });

  test('the same text is compiled once', () => {
    expect(compileTemplate('={{ 1 + 41 }}')).toBe(compileTemplate('={{ 1 + 41 }}'));
  });

  test('one template serves many items', () => {
    const template = compileTemplate('={{ $json.n * 2 }}');
    expect([1, 2, 3].map((n) => template.evaluate(scopeOf({ n })))).toEqual([2, 4, 6]);
  });
});
