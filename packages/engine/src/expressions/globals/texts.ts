import { charge, chargeFields, chargeText, costs } from '../budget.ts';
import { ExpressionError, quotable, typeError } from '../errors.ts';
import { toNumber, toText } from '../language/convert.ts';
import { chargeBeyondAscii } from '../language/encodings.ts';
import { toList } from '../language/iterate.ts';
import { constant, type Declared, fresh, payingItself, weighing } from '../language/paying.ts';
import { type FunctionValue, type Invoke, isPlainObject, Namespace } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { defineFunctions } from './define.ts';

const ofCodes = (character: (code: number) => string): Declared<Invoke> =>
  payingItself((scope, codes) => {
    charge(scope, codes.length);
    let text = '';
    for (const code of codes) text += character(toNumber(scope, code));
    return text;
  });

export const string = new Namespace('String', {
  call: payingItself((scope, args) => (args.length === 0 ? '' : toText(scope, args[0]))),
  members: defineFunctions({
    fromCharCode: ofCodes((code) => String.fromCharCode(code)),
    fromCodePoint: ofCodes((code) => String.fromCodePoint(code)),
  }),
});

export const boolean = new Namespace('Boolean', { call: constant((_, [value]) => Boolean(value)) });

const makePattern: Invoke = (scope, [source, flags]) => {
  const text = source instanceof RegExp ? source.source : toText(scope, source ?? '(?:)');
  const chosen = flags === undefined ? (source instanceof RegExp ? source.flags : '') : toText(scope, flags);
  charge(scope, costs.pattern + text.length * 8);
  try {
    return new RegExp(text, chosen);
  } catch (cause) {
    throw new ExpressionError('type', cause instanceof Error ? cause.message : 'This is no pattern', { cause });
  }
};

export const regExp = new Namespace('RegExp', {
  call: makePattern,
  construct: makePattern,
  holds: (value) => value instanceof RegExp,
  members: defineFunctions({
    /** A pattern for the text itself. Written out, because not every host has it. */
    escape: payingItself((scope, [value]) => {
      const text = toText(scope, value);
      chargeText(scope, text.length, 32);
      return text.replace(/[\^$\\.*+?()[\]{}|/-]/g, '\\$&');
    }),
  }),
});

function parseUrl(scope: Scope, text: unknown, base: unknown): URL | null {
  const address = toText(scope, text);
  charge(scope, costs.date);
  chargeText(scope, address.length, 8);
  const start = base === undefined ? undefined : toText(scope, base);
  if (start !== undefined) chargeText(scope, start.length, 8);
  try {
    return new URL(address, start);
  } catch {
    return null;
  }
}

export const url = new Namespace('URL', {
  construct: fresh((scope, [text, base]) => {
    const address = parseUrl(scope, text, base);
    if (address) return address;
    throw typeError(`"${quotable(toText(scope, text))}" is no valid address`);
  }),
  holds: (value) => value instanceof URL,
  members: defineFunctions({
    canParse: (scope, [text, base]) => parseUrl(scope, text, base) !== null,
    parse: fresh((scope, [text, base]) => parseUrl(scope, text, base)),
  }),
});

/** Names and values of a list of pairs, of an object, or of other parameters. */
function* parametersIn(scope: Scope, source: unknown): Generator<[string, unknown]> {
  if (isPlainObject(source)) {
    const names = Object.keys(source);
    chargeFields(scope, names.length);
    for (const name of names) yield [name, source[name]];
  } else if (Array.isArray(source) || source instanceof URLSearchParams) {
    for (const pair of toList(scope, source)) {
      charge(scope, 1);
      if (Array.isArray(pair)) yield [toText(scope, pair[0]), pair[1]];
    }
  }
}

export const urlSearchParams = new Namespace('URLSearchParams', {
  construct: fresh((scope, [source]) => {
    charge(scope, costs.text);
    if (typeof source === 'string') {
      chargeText(scope, source.length, 32);
      return new URLSearchParams(source);
    }
    const params = new URLSearchParams();
    for (const [name, value] of parametersIn(scope, source)) {
      const text = toText(scope, value);
      charge(scope, 8);
      chargeText(scope, name.length + text.length, 4);
      params.append(name, text);
    }
    return params;
  }),
  holds: (value) => value instanceof URLSearchParams,
});

const coding = (apply: (text: string) => string): Declared<Invoke> =>
  weighing(8, (scope, [value]) => {
    const text = toText(scope, value);
    chargeBeyondAscii(scope, text);
    return apply(text);
  });

export const uriFunctions = defineFunctions({
  encodeURIComponent: coding(encodeURIComponent),
  decodeURIComponent: coding(decodeURIComponent),
  encodeURI: coding(encodeURI),
  decodeURI: coding(decodeURI),
  btoa: coding(btoa),
  atob: coding(decodeBinary),
});

function decodeBinary(text: string): string {
  const digits = text.replace(/\s/g, '');
  if (!/^[\w+/]*={0,2}$/.test(digits) || digits.includes('_')) throw typeError('This is no Base64');
  return atob(digits);
}

const errorTypes = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError } as const;

function errorNamespace(name: string, Type: ErrorConstructor): Namespace {
  const make: Invoke = (scope, [message, options]) => {
    charge(scope, costs.error >> 1);
    const text = message === undefined ? '' : toText(scope, message);
    return isPlainObject(options) && Object.hasOwn(options, 'cause')
      ? new Type(text, { cause: options.cause })
      : new Type(text);
  };
  return new Namespace(name, { call: make, construct: make, holds: (value) => value instanceof Type });
}

const makeAggregate: Invoke = (scope, [errors, message]) => {
  charge(scope, costs.error);
  const list = toList(scope, errors);
  charge(scope, list.length >> 1);
  return new AggregateError(list, message === undefined ? '' : toText(scope, message));
};

export const errors: Record<string, FunctionValue> = {
  ...Object.fromEntries(
    Object.entries(errorTypes).map(([name, Type]) => [name, errorNamespace(name, Type as ErrorConstructor)]),
  ),
  AggregateError: new Namespace('AggregateError', {
    call: makeAggregate,
    construct: makeAggregate,
    holds: (value) => value instanceof AggregateError,
  }),
};
