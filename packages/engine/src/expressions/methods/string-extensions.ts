import { charge } from '../budget.ts';
import { ExpressionError, typeError } from '../errors.ts';
import { toText } from '../language/convert.ts';
import { chargeBeyondAscii, decodeBase64, encodeBase64 } from '../language/encodings.ts';
import { toJsonText } from '../language/json.ts';
import { chargeParsing } from '../language/json-cost.ts';
import type { Scope } from '../scope.ts';
import { isNumeric, readDateTime } from './read-date-time.ts';
import type { Method } from './table.ts';
import * as webText from './text-of-the-web.ts';

const falseTexts = new Set(['', '0', 'no', 'false']);

function parseJson(scope: Scope, text: string): unknown {
  charge(scope, 4);
  chargeParsing(scope, text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ExpressionError('type', 'Parsing failed: this is not valid JSON', {
      hint: text.includes("'") ? 'JSON needs double quotes instead of single ones.' : 'Check its quotes and commas.',
      cause,
    });
  }
}

function toNumber(text: string): number {
  const number = Number.parseFloat(text);
  if (Number.isNaN(number)) throw typeError(`"${text.slice(0, 50)}" does not start with a number`);
  return number;
}

const toWholeNumber = (text: string): number => Math.trunc(toNumber(text));

function hashOf(scope: Scope, text: string, algorithm: string): string {
  if (scope.hash === undefined) throw typeError('hash() is not available in texts of node types');
  const hash = scope.hash(text, algorithm.toLowerCase(), (steps) => charge(scope, steps));
  if (hash !== undefined) return hash;
  throw typeError(
    `There is no hash "${algorithm}"`,
    'Use md5, base64, sha1, sha224, sha256, sha384, sha512, sha3 or ripemd160.',
  );
}

const extensions: Readonly<Record<string, Method<string>>> = {
  toJsonString: (text, _, scope) => toJsonText(scope, text),
  parseJson: (text, _, scope) => parseJson(scope, text),
  toDateTime: (text, [format], scope) => readDateTime(scope, text, typeof format === 'string' ? format : undefined),
  toDate: (text, _, scope) => readDateTime(scope, text).toJSDate(),
  toNumber,
  toFloat: toNumber,
  toDecimalNumber: toNumber,
  toInt: toWholeNumber,
  toWholeNumber,
  toBoolean: (text) => !falseTexts.has(text.toLowerCase()),
  isEmpty: (text) => text === '',
  isNotEmpty: (text) => text !== '',
  length: (text) => text.length,
  isNumeric,
  quote: (text, [mark = '"'], scope) => {
    const sign = toText(scope, mark).slice(0, 10);
    if (sign === '') return text;
    return `${sign}${text.replaceAll('\\', '\\\\').replaceAll(sign, () => `\\${sign}`)}${sign}`;
  },
  base64Encode: (text, _, scope) => {
    charge(scope, 8);
    chargeBeyondAscii(scope, text);
    return encodeBase64(text);
  },
  base64Decode: (text) => decodeBase64(text),
  hash: (text, [algorithm = 'md5'], scope) => hashOf(scope, text, toText(scope, algorithm).slice(0, 50)),
  urlEncode: (text, [isWholeUrl], scope) => {
    chargeBeyondAscii(scope, text);
    return isWholeUrl === true ? encodeURI(text) : encodeURIComponent(text);
  },
  urlDecode: (text, [isWholeUrl]) => (isWholeUrl === true ? decodeURI(text) : decodeURIComponent(text)),
  extractDomain: (text) => webText.extractDomain(text),
  extractEmail: (text) => webText.extractEmail(text),
  extractUrl: (text) => webText.extractUrl(text),
  extractUrlPath: (text) => webText.extractUrlPath(text),
  isDomain: (text) => webText.isDomain(text),
  isEmail: (text) => webText.isEmail(text),
  isUrl: (text) => webText.isUrl(text),
  removeTags: (text) => webText.removeTags(text),
  removeMarkdown: (text) => webText.removeMarkdown(text),
  replaceSpecialChars: (text) => webText.toAscii(text),
  toSnakeCase: (text) => webText.toSnakeCase(text),
  toTitleCase: (text) => webText.toTitleCase(text),
  toSentenceCase: (text) => webText.toSentenceCase(text),
};

/** Work on each character, in multiples of what reading one costs; those that look for patterns take longest. */
const weights: Readonly<Record<string, number>> = {
  removeMarkdown: 64,
  extractUrl: 32,
  extractEmail: 32,
  isEmail: 16,
  isDomain: 16,
  extractUrlPath: 64,
  isUrl: 64,
  extractDomain: 24,
  toSnakeCase: 32,
  toTitleCase: 24,
  toSentenceCase: 16,
  replaceSpecialChars: 16,
  base64Encode: 6,
  base64Decode: 24,
  urlEncode: 6,
  urlDecode: 12,
  quote: 24,
  isNumeric: 6,
  parseJson: 0,
};

/** What texts can do in expressions beyond JavaScript. */
export const stringExtensions: Readonly<Record<string, Method<string>>> = Object.fromEntries(
  Object.entries(extensions).map(([name, method]): [string, Method<string>] => {
    const weight = weights[name] ?? 4;
    return [
      name,
      (text, args, scope) => {
        charge(scope, weight + ((text.length * weight) >> 5));
        return method(text, args, scope);
      },
    ];
  }),
);
