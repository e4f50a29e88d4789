import { isolateConsole } from './console.ts';
import { toFailure } from './failures.ts';
import { host, type IsolateReferences, openHost } from './host.ts';
import { openModules } from './modules.ts';
import { decodeBase64, encodeBase64, IsolateTextDecoder, IsolateTextEncoder } from './text.ts';
import { fireTimer, timerFunctions } from './timers.ts';
import { IsolateUrl, IsolateUrlSearchParams } from './url.ts';
import { defineVariables, type Item, moveTo, type RunFacts, staticData } from './variables.ts';

/** How code is run: once; for each item, which is `item` there; or to compare two items, which puts them into an order. */
export type CodeForm = 'once' | 'eachItem' | 'eachJson' | 'compare';

/** What the program is given with the code, as JSON. */
export interface CodeInput extends RunFacts {
  form: CodeForm;
  /** A failure of one item is its result, and the others go on. */
  continuesOnFail?: boolean;
}

/** Left by the program: names of the built-in modules that `require` gives, and characters that a run may give back. */
declare const programSettings: { builtins: readonly string[]; mostCharacters: number };

type Code = (this: object, ...args: unknown[]) => unknown;

/** The older way to the files of an item. */
const filesOf = (item: Item) => {
  const getBinaryData = () => item.binary;
  const setBinaryData = (binary: Item['binary']): void => {
    item.binary = binary;
  };
  return {
    getBinaryData,
    setBinaryData,
    getBinaryDataAsync: async () => getBinaryData(),
    setBinaryDataAsync: async (binary: Item['binary']) => setBinaryData(binary),
  };
};

/** Of code that gives back the fields of an item alone. */
const withFiles = (value: unknown, { binary }: Item): unknown => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    throw new TypeError('The code must give back an object: the fields of the item');
  return binary === undefined ? { json: value } : { json: value, binary };
};

const runForEach = async (code: Code, self: object, input: CodeInput): Promise<unknown[]> => {
  const { items, form, continuesOnFail } = input;
  const results: unknown[] = [];
  const scope = globalThis as Record<string, unknown>;
  for (let index = 0; index < items.length; index++) {
    moveTo(index);
    const item = items[index] as Item;
    scope.item = form === 'eachJson' ? item.json : item;
    if (form === 'eachJson') Object.assign(scope, filesOf(item));
    try {
      const value = await code.call(self);
      results.push({ value: form === 'eachJson' ? withFiles(value, item) : value });
    } catch (error) {
      const failure = toFailure(error, index);
      if (!continuesOnFail) throw new CodeThrew(failure);
      results.push({ failure });
    }
  }
  return results;
};

/** A failure that was told already. */
class CodeThrew extends Error {
  readonly failure: object;

  constructor(failure: object) {
    super('The code has failed');
    this.failure = failure;
  }
}

const runInOrder = (code: Code, self: object, { items }: CodeInput): number[] =>
  [...items.keys()].sort((a, b) => Number(code.call(self, items[a], items[b])) || 0);

const runForm = (code: Code, self: object, input: CodeInput): unknown => {
  switch (input.form) {
    case 'once':
      return code.call(self);
    case 'compare':
      return runInOrder(code, self, input);
    default:
      return runForEach(code, self, input);
  }
};

const toText = (result: unknown, most: number): string => {
  if (typeof result === 'function' || typeof result === 'symbol')
    throw new TypeError(`The code gives back a ${typeof result}, and not items`);
  let text: string;
  try {
    text = JSON.stringify({ value: result ?? null, staticData });
  } catch (error) {
    throw new TypeError(`What the code gives back cannot be written as JSON: ${toFailure(error).message}`);
  }
  if (text.length <= most) return text;
  const size = (length: number) => `${Math.ceil(length / 1_000_000)} MB`;
  throw new RangeError(
    `What the code gives back is too large: ${size(text.length)}, and at most ${size(most)} is taken`,
  );
};

const resultOf = async (code: Code, text: string): Promise<string> => {
  try {
    const input = JSON.parse(text) as CodeInput;
    openModules(programSettings.builtins);
    const self = defineVariables(input);
    return toText(await runForm(code, self, input), programSettings.mostCharacters);
  } catch (error) {
    const failure = error instanceof CodeThrew ? error.failure : toFailure(error);
    return JSON.stringify({ failure });
  }
};

/** Runs the code, and tells its result. */
const run = async (code: Code, text: string): Promise<void> => {
  const { done } = host();
  done(await resultOf(code, text));
};

const scope = globalThis as Record<string, unknown>;

/** Ends the preparation of an isolate. The engine puts its own globals in place after the snapshot. @returns what the process calls */
const start = (references: IsolateReferences) => {
  openHost(references);
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics']) delete scope[name];
  Object.assign(scope, timerFunctions, {
    global: globalThis,
    console: isolateConsole,
    atob: decodeBase64,
    btoa: encodeBase64,
    Buffer,
    URL: IsolateUrl,
    URLSearchParams: IsolateUrlSearchParams,
    TextEncoder: IsolateTextEncoder,
    TextDecoder: IsolateTextDecoder,
  });
  return { run, fireTimer };
};

scope.startMillrace = start;
