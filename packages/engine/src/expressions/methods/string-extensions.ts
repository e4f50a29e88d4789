import { charge } from '../budget.ts';
import { ExpressionError, typeError } from '../errors.ts';
import { toInteger, toText } from '../language/convert.ts';
import { chargeBeyondAscii, decodeBase64, encodeBase64 } from '../language/encodings.ts';
import { toJsonText } from '../language/json.ts';
import { chargeParsing } from '../language/json-cost.ts';
import { constant, fresh, payingItself, weighing } from '../language/paying.ts';
import type { Scope } from '../scope.ts';
import { isNumeric, readDateTime } from './read-date-time.ts';
import type { Method, Methods } from './table.ts';
import * as webText from './text-of-the-web.ts';

const falseTexts = new Set(['', '0', 'no', 'false']);
const longestFalse = 5;

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

/** Blanks and signs of currencies, which amounts are written with. */
const besidesDigits = /[\s\p{Sc}]/gu;

/** The number that the whole text stands for: `€1 200.50`. Nothing at all is 0. @throws ExpressionError for any other text */
function toNumber(text: string): number {
  const number = Number(text.replace(besidesDigits, ''));
  if (Number.isNaN(number)) throw noNumber(text, 'Give it digits only, such as "1200.50".');
  return number;
}

/** The whole part of a number, which may be written to another base: `"ff".toInt(16)`. */
const toWholeNumber: Method<string> = (text, [base], scope) => {
  const radix = toInteger(scope, base, 10);
  if (radix < 2 || radix > 36) throw typeError(`There are no numbers of base ${radix}`, 'Use a base from 2 to 36.');
  if (radix === 10) return Math.trunc(toNumber(text));
  const digits = text.replace(besidesDigits, '').toLowerCase();
  const isNumber =
    /^[+-]?[0-9a-z]*(?:\.[0-9a-z]*)?$/.test(digits) && [...digits].every((digit) => isDigit(digit, radix));
  if (!isNumber) throw noNumber(text, `Give it digits of base ${radix} only.`);
  const number = Number.parseInt(digits.replace(/\..*$/, '') || '0', radix);
  if (Number.isNaN(number)) throw noNumber(text, `Give it digits of base ${radix} only.`);
  return number;
};

const isDigit = (digit: string, radix: number): boolean => '+-.'.includes(digit) || Number.parseInt(digit, radix) >= 0;

const noNumber = (text: string, hint: string) => typeError(`"${text.slice(0, 50)}" is no number`, hint);

function hashOf(scope: Scope, text: string, algorithm: string): string {
  if (scope.hash === undefined) throw typeError('hash() is not available in texts of node types');
  const hash = scope.hash(text, algorithm.toLowerCase(), (steps) => charge(scope, steps));
  if (hash !== undefined) return hash;
  throw typeError(
    `There is no hash "${algorithm}"`,
    'Use md5, base64, sha1, sha224, sha256, sha384, sha512, sha3 or ripemd160.',
  );
}

/** What texts can do in expressions beyond JavaScript. What looks for patterns takes longest. */
export const stringExtensions: Methods<string> = {
  toJsonString: payingItself((text, _, scope) => toJsonText(scope, text)),
  parseJson: fresh(payingItself((text, _, scope) => parseJson(scope, text))),
  toDateTime: weighing(4, (text, [format], scope) =>
    readDateTime(scope, text, typeof format === 'string' ? format : undefined),
  ),
  toDate: fresh(weighing(4, (text, _, scope) => readDateTime(scope, text).toJSDate())),
  toNumber: weighing(8, toNumber),
  toFloat: weighing(8, toNumber),
  toDecimalNumber: weighing(8, toNumber),
  toInt: weighing(16, toWholeNumber),
  toWholeNumber: weighing(16, toWholeNumber),
  toBoolean: (text) => text.length > longestFalse || !falseTexts.has(text.toLowerCase()),
  isEmpty: constant((text) => text === ''),
  isNotEmpty: constant((text) => text !== ''),
  length: constant((text) => text.length),
  isNumeric: weighing(6, (text) => isNumeric(text)),
  quote: weighing(24, (text, [mark = '"'], scope) => {
    const sign = toText(scope, mark).slice(0, 10);
    if (sign === '') return text;
    return `${sign}${text.replaceAll('\\', '\\\\').replaceAll(sign, () => `\\${sign}`)}${sign}`;
  }),
  base64Encode: weighing(6, (text, _, scope) => {
    charge(scope, 8);
    chargeBeyondAscii(scope, text);
    return encodeBase64(text);
  }),
  base64Decode: weighing(24, (text) => decodeBase64(text)),
  hash: payingItself((text, [algorithm = 'md5'], scope) => hashOf(scope, text, toText(scope, algorithm).slice(0, 50))),
  urlEncode: weighing(6, (text, [isWholeUrl], scope) => {
    chargeBeyondAscii(scope, text);
    return isWholeUrl === true ? encodeURI(text) : encodeURIComponent(text);
  }),
  urlDecode: weighing(12, (text, [isWholeUrl]) => (isWholeUrl === true ? decodeURI(text) : decodeURIComponent(text))),
  extractDomain: weighing(24, (text) => webText.extractDomain(text)),
  extractEmail: weighing(32, (text) => webText.extractEmail(text)),
  extractUrl: weighing(32, (text) => webText.extractUrl(text)),
  extractUrlPath: weighing(64, (text) => webText.extractUrlPath(text)),
  isDomain: weighing(16, (text) => webText.isDomain(text)),
  isEmail: weighing(16, (text) => webText.isEmail(text)),
  isUrl: weighing(64, (text) => webText.isUrl(text)),
  removeTags: weighing(4, (text) => webText.removeTags(text)),
  removeMarkdown: weighing(64, (text) => webText.removeMarkdown(text)),
  replaceSpecialChars: weighing(24, (text) => webText.toAscii(text)),
  toSnakeCase: weighing(32, (text) => webText.toSnakeCase(text)),
  toTitleCase: weighing(24, (text) => webText.toTitleCase(text)),
  toSentenceCase: weighing(16, (text) => webText.toSentenceCase(text)),
};
