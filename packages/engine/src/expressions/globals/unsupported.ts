/**
 * Names of JavaScript that no workflow needs in an expression, and what to use instead. Whoever writes one is told so at once, whatever the data.
 */
const byHint: Readonly<Record<string, string>> = {
  'Use numbers; very large ones are best kept as texts.': 'BigInt BigInt64Array BigUint64Array',
  'Use a list, or Buffer for bytes.':
    'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array ArrayBuffer DataView',
  'An expression runs alone and shares nothing.': 'SharedArrayBuffer Atomics',
  'Use Map or Set.': 'WeakMap WeakSet WeakRef FinalizationRegistry',
  'Use a text.': 'Symbol',
};

export const unsupportedGlobals: ReadonlyMap<string, string> = new Map(
  Object.entries(byHint).flatMap(([hint, names]) => names.split(' ').map((name): [string, string] => [name, hint])),
);
