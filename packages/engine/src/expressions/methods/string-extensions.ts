import { chargeText } from '../budget.ts';
import { ExpressionError, typeError } from '../errors.ts';
import { toJsonText } from '../language/json.ts';
import { readDateTime } from './read-date-time.ts';
import type { Method } from './table.ts';
import * as webText from './text-of-the-web.ts';

const falseTexts = new Set(['', '0', 'no', 'false']);

function parseJson(text: string): unknown {
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

const isDateWord = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What texts can do in expressions beyond JavaScript. */
export const stringExtensions: Readonly<Record<string, Method<string>>> = {
  toJsonString: (text, _, scope) => toJsonText(scope, text),
  parseJson: (text, _, scope) => {
    chargeText(scope, text.length * 4);
    return parseJson(text);
  },
  toDateTime: (text, [format], scope) => readDateTime(text, isDateWord(format), scope.data.timezone),
  toDate: (text, _, scope) => readDateTime(text, undefined, scope.data.timezone).toJSDate(),
  toNumber,
  toFloat: toNumber,
  toDecimalNumber: toNumber,
  toInt: toWholeNumber,
  toWholeNumber,
  toBoolean: (text) => !falseTexts.has(text.toLowerCase()),
  isEmpty: (text) => text === '',
  isNotEmpty: (text) => text !== '',
  length: (text) => text.length,
  isNumeric: (text) => text.trim() !== '' && !Number.isNaN(Number(text)),
  quote: (text, [mark = '"']) => {
    const sign = String(mark);
    return `${sign}${text.replaceAll('\\', '\\\\').replaceAll(sign, `\\${sign}`)}${sign}`;
  },
  base64Encode: (text, _, scope) => {
    chargeText(scope, text.length * 4);
    return webText.encodeBase64(text);
  },
  base64Decode: (text, _, scope) => {
    chargeText(scope, text.length * 4);
    return webText.decodeBase64(text);
  },
  urlEncode: (text, [isWholeUrl]) => (isWholeUrl === true ? encodeURI(text) : encodeURIComponent(text)),
  urlDecode: (text, [isWholeUrl]) => (isWholeUrl === true ? decodeURI(text) : decodeURIComponent(text)),
  extractDomain: (text) => webText.extractDomain(text),
  extractEmail: (text, _, scope) => {
    chargeText(scope, text.length);
    return webText.extractEmail(text);
  },
  extractUrl: (text, _, scope) => {
    chargeText(scope, text.length);
    return webText.extractUrl(text);
  },
  extractUrlPath: (text) => webText.extractUrlPath(text),
  isDomain: (text) => webText.isDomain(text),
  isEmail: (text) => webText.isEmail(text),
  isUrl: (text) => webText.isUrl(text),
  removeTags: (text, _, scope) => {
    chargeText(scope, text.length);
    return webText.removeTags(text);
  },
  removeMarkdown: (text, _, scope) => {
    chargeText(scope, text.length * 4);
    return webText.removeMarkdown(text);
  },
  replaceSpecialChars: (text, _, scope) => {
    chargeText(scope, text.length * 4);
    return webText.toAscii(text);
  },
  toSnakeCase: (text) => webText.toSnakeCase(text),
  toTitleCase: (text) => webText.toTitleCase(text),
  toSentenceCase: (text) => webText.toSentenceCase(text),
};
