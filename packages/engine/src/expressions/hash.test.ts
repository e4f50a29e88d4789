import { describe, expect, test } from 'vitest';
import { Scope } from './scope-state.ts';
import { compileTemplate } from './template.ts';
import { dataOf, evaluateCode } from './testing.ts';

/** Of "grüße", by other programs. */
const hashes = {
  md5: 'fee40dc24d0ad6a90c608052aa4e9e66',
  base64: 'Z3LDvMOfZQ==',
  sha1: 'cd56cb0ac45690731afed77ff66655dfdf8576da',
  sha224: '345049a1fffe9e3b73c5ae5b1f6712c21a7b9cdfef7400b834ef5bd2',
  sha256: '8285d1ad84c6b6e475d3b50dbf90389c8c7a07a278d9ae46d5698cbe872e3834',
  sha384: '3cb0433a40379ce95ab87b70287791b17f74cabeccbeb0aab41a0f0182fbe5aad04386093f019880a585937b856ec996',
  sha512:
    '9679a9fbb3fdb1f6c9507d383667a54f32189d0bff5c99e241074c031369a0cd72bdada053b9edc625f730e6bb09c7dc84f0930d4b80606beea4e01cd232b4ff',
  sha3: 'bf5a0eee5a0b2296e8e62acc58cfa55be38fe359ca36050593a286de35add6303e7578d9112f65127455f39dce304027bf8e5b7a776abcbafa1fbbeb5d445f1c',
  ripemd160: 'f40a4cea3ee1abcde66a4e4610298cc4ae602417',
};

describe('hash', () => {
  test.each(Object.entries(hashes))('%s', (algorithm, expected) => {
    expect(evaluateCode(`$json.text.hash('${algorithm}')`, { text: 'grüße' })).toBe(expected);
  });

  test('md5 if none is named, in any letter case', () => {
    expect(evaluateCode('"grüße".hash() === "grüße".hash("MD5")')).toBe(true);
  });

  test('names what there is', () => {
    expect(() => evaluateCode('"a".hash("crc")')).toThrow(
      expect.objectContaining({ kind: 'type', hint: expect.stringContaining('sha256') }),
    );
  });

  test('costs by its length', () => {
    expect(evaluateCode('"a".repeat(1e6).hash("sha512").length')).toBe(128);
    expect(() => evaluateCode('"a".repeat(9e6).hash("sha3")')).toThrow(expect.objectContaining({ kind: 'budget' }));
  });

  test('says so where it was not loaded', () => {
    expect(() => compileTemplate('={{ "a".hash() }}').evaluate(new Scope(dataOf()))).toThrow(/not available/);
  });
});
