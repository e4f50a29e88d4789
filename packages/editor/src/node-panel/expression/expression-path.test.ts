import { describe, expect, it } from 'vitest';
import { dropField, fieldExpression, memberPath } from './expression-path.ts';

describe('the expression of a field', () => {
  it('uses dots where it can, brackets where it must', () => {
    expect(memberPath(['a', 'b c', 0, "it's", '名'])).toBe(".a['b c'][0]['it\\'s']['名']");
    expect(fieldExpression(['name'])).toBe('{{ $json.name }}');
  });

  it('names an older node, quotes in its name included', () => {
    expect(fieldExpression(['name'], "Bob's node")).toBe("{{ $('Bob\\'s node').item.json.name }}");
  });
});

describe('dropping a field', () => {
  it('starts an expression, or adds to the one that is there', () => {
    expect(dropField('', '{{ $json.a }}')).toBe('={{ $json.a }}');
    expect(dropField(5, '{{ $json.a }}')).toBe('={{ $json.a }}');
    expect(dropField('Hi', '{{ $json.a }}')).toBe('=Hi {{ $json.a }}');
    expect(dropField('=Hi {{ $json.b }}', '{{ $json.a }}')).toBe('=Hi {{ $json.b }} {{ $json.a }}');
  });
});
