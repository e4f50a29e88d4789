import { describe, expect, test } from 'vitest';
import { ExpressionError } from './errors.ts';
import { findFromAICalls } from './from-ai-calls.ts';
import { createScope } from './scope.ts';
import { compileTemplate } from './template.ts';
import { dataOf } from './testing.ts';
import type { FromAI } from './types.ts';

const evaluate = (code: string, fromAI?: FromAI): unknown =>
  compileTemplate(`={{ ${code} }}`).evaluate(createScope(dataOf({}, fromAI ? { fromAI } : {})));

describe('$fromAI', () => {
  test('asks whoever calls the node', () => {
    const answer: FromAI = (...args) => args;
    expect(evaluate('$fromAI("city")', answer)).toEqual(['city', undefined, 'string', undefined]);
    expect(evaluate('$fromAi("n-1", "How many", "NUMBER", 3)', answer)).toEqual(['n-1', 'How many', 'number', 3]);
    expect(evaluate('$fromai("x", `d`, "json").length', answer)).toBe(4);
  });

  test('without one the default value stands in', () => {
    expect(evaluate('$fromAI("city", "", "string", "Rome")')).toBe('Rome');
    expect(() => evaluate('$fromAI("city")')).toThrow(
      expect.objectContaining({ kind: 'noData', type: 'no_ai_value', message: expect.stringContaining('"city"') }),
    );
  });

  test.each(['$fromAI()', '$fromAI("")', '$fromAI("a b")', '$fromAI("é")', '$fromAI("a", "", "text")'])(
    'a wrong key or type is an error: %s',
    (code) => {
      expect(() => evaluate(code, () => 1)).toThrow(expect.objectContaining({ kind: 'type' }));
    },
  );
});

describe('findFromAICalls', () => {
  test('finds every call with its place', () => {
    const parameters = {
      to: "={{ $fromAI('to', 'Who gets it', 'string') }}",
      body: {
        rows: [{ value: '=Dear {{ $fromAi("name") }}, {{ 1 + $fromai(`count`, "", "number", -2) }}' }, { value: 1 }],
      },
      options: '={{ $fromAI("o", null, "json", { a: [1, true] }) }}',
      note: "$fromAI('not_an_expression')",
      comment: "={{ 'text $fromAI(1)' /* $fromAI(2) */ }}",
      broken: '={{ $fromAI(“x”) }}',
    };
    expect(findFromAICalls(parameters)).toEqual([
      { key: 'to', description: 'Who gets it', type: 'string', path: ['to'], position: 4 },
      { key: 'name', type: 'string', path: ['body', 'rows', 0, 'value'], position: 9 },
      {
        key: 'count',
        description: '',
        type: 'number',
        defaultValue: -2,
        path: ['body', 'rows', 0, 'value'],
        position: 36,
      },
      { key: 'o', type: 'json', defaultValue: { a: [1, true] }, path: ['options'], position: 4 },
    ]);
  });

  test('finds a call however its name is written', () => {
    expect(findFromAICalls("={{ \\u0024fromAI('to') }}")).toMatchObject([{ key: 'to', position: 4 }]);
    expect(findFromAICalls("={{ $ /* $fromAI('no') */ ('A').item }}")).toEqual([]);
  });

  test('says where an argument is not written out', () => {
    for (const text of ['={{ $fromAI($json.key) }}', '={{ $fromAI("bad key") }}', '={{ $fromAI("a", "", "any") }}']) {
      expect(() => findFromAICalls({ a: text })).toThrow(expect.objectContaining({ kind: 'type', position: 4 }));
    }
    expect(() => findFromAICalls(['={{ $fromAI() }}'])).toThrow(ExpressionError);
  });
});
