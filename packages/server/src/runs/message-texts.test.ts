import { describe, expect, it } from 'vitest';
import { packMessages, unpackMessages } from './message-texts.ts';

const sent = <M>(messages: M[]) => unpackMessages(structuredClone(packMessages(messages)));

describe('messages between processes', () => {
  it('arrive as they were sent, also under names that objects have by themselves', () => {
    const messages = [{ type: 'run', input: '{"a":"\\""}', staticData: JSON.parse('{"__proto__":{"a":[1,null]}}') }];
    expect(sent(messages)).toEqual(messages);
    expect(Object.keys(sent(messages)[0]?.staticData)).toEqual(['__proto__']);
  });

  it('travel as one text where they are small, and as they are where a text in them is long', () => {
    expect(packMessages([{ type: 'ping' }])).toBe('[{"type":"ping"}]');
    const long = [{ type: 'ended', end: { nodes: [{ data: 'x'.repeat(100_000) }] } }];
    expect(packMessages(long)).toBe(long);
    expect(sent(long)).toEqual(long);
  });

  it('are left as they are where JSON cannot say them', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    for (const value of [circular, { count: 1n }]) expect(packMessages([value])).toEqual([value]);
  });
});
