import { type DocumentationTable, defineDocumentation } from './define.ts';

export const globalDocumentation = defineDocumentation(`
Math: object | Functions on numbers. | Math.max(1, 2) | 2
JSON: object | Values as text and back. | JSON.stringify({ a: 1 }) | "{\\"a\\":1}"
Object: object | Functions on objects. | Object.keys({ a: 1 }) | ["a"]
Array: object | Functions that make lists. | Array.from("ab") | ["a","b"]
Number(value): number | The number that a value stands for. | Number("1.5") | 1.5
String(value): string | The text of a value. | String(1.5) | "1.5"
Boolean(value): boolean | Whether a value is neither false, 0, empty nor missing. | Boolean("a") | true
Date: object | Points in time as JavaScript has them; DateTime can do more. | new Date(0).toISOString() | "1970-01-01T00:00:00.000Z"
DateTime: object | Points in time. | DateTime.fromISO("2024-05-15").day | 15
Duration: object | Lengths of time. | Duration.fromObject({ hours: 2 }).as("minutes") | 120
Interval: object | Spans from one point in time to another.
Intl: object | Texts in the languages of the world. | new Intl.NumberFormat("de-DE").format(1.5) | "1,5"
RegExp(pattern, flags?): pattern | A pattern to look for in texts. | new RegExp("\\\\d+").test("a1") | true
Map: object | Pairs of keys and values of any kind. | new Map([["a", 1]]).size | 1
Set: object | Values, each once. | [...new Set([1, 1])] | [1]
URL: object | Addresses. | new URL("https://example.com/a").pathname | "/a"
URLSearchParams: object | Parameters of addresses. | new URLSearchParams("a=1").get("a") | "1"
Buffer: object | Bytes, and texts in any encoding. | Buffer.from("hi").toString("base64") | "aGk="
Error(message): error | An error to throw.
EvalError(message): error | An error to throw.
RangeError(message): error | An error to throw: out of range.
ReferenceError(message): error | An error to throw: not there.
SyntaxError(message): error | An error to throw: not well formed.
TypeError(message): error | An error to throw: of the wrong type.
URIError(message): error | An error to throw: no address.
AggregateError(errors, message): error | An error that stands for several.
undefined: undefined | No value.
NaN: number | No number.
Infinity: number | More than any number.
parseInt(text, radix?): number | The whole number that a text begins with. | parseInt("12px") | 12
parseFloat(text): number | The number that a text begins with. | parseFloat("1.5px") | 1.5
isNaN(value): boolean | Whether a value stands for no number. | isNaN("a") | true
isFinite(value): boolean | Whether a value stands for a finite number. | isFinite("1") | true
encodeURIComponent(text): string | Coded for use within an address. | encodeURIComponent("a b&c") | "a%20b%26c"
decodeURIComponent(text): string | With the codes of an address undone. | decodeURIComponent("a%20b") | "a b"
encodeURI(text): string | An address with odd characters coded. | encodeURI("https://a.example/b c") | "https://a.example/b%20c"
decodeURI(text): string | An address with odd characters shown.
btoa(text): string | Base64 of a text of bytes. | btoa("a") | "YQ=="
atob(text): string | The bytes that Base64 stands for, as text. | atob("YQ==") | "a"
min(...numbers): number | The least of some numbers. | min(2, 1) | 1
max(...numbers): number | The greatest of some numbers. | max([2, 1]) | 2
average(...numbers): number | The average of some numbers. | average(1, 2) | 1.5
numberList(from, to): list | Whole numbers from the first to the last, either way. | numberList(1, 3) | [1,2,3]
zip(keys, values): object | An object of names and values. | zip(["a"], [1]) | {"a":1}
`);

const locales = defineDocumentation(`
supportedLocalesOf(locales): list | The languages among these that are known.
`);
const formatters =
  'DateTimeFormat NumberFormat RelativeTimeFormat ListFormat PluralRules Collator DisplayNames Segmenter';

/** Members of the globals that have any, by the name of the global. */
export const memberDocumentation: ReadonlyMap<string, DocumentationTable> = new Map([
  ...formatters.split(' ').map((name): [string, DocumentationTable] => [name, locales]),
  [
    'Math',
    defineDocumentation(`
round(x): number | The nearest whole number. | Math.round(1.5) | 2
floor(x): number | The next whole number below. | Math.floor(1.8) | 1
ceil(x): number | The next whole number above. | Math.ceil(1.2) | 2
trunc(x): number | Without its fraction. | Math.trunc(-1.8) | -1
abs(x): number | Without its sign. | Math.abs(-1) | 1
max(...numbers): number | The greatest number. | Math.max(1, 2) | 2
min(...numbers): number | The least number. | Math.min(1, 2) | 1
random(): number | A number from 0 up to 1, by chance.
pow(base, exponent): number | A power. | Math.pow(2, 3) | 8
sqrt(x): number | The square root. | Math.sqrt(9) | 3
cbrt(x): number | The cube root. | Math.cbrt(27) | 3
sign(x): number | -1, 0 or 1. | Math.sign(-5) | -1
hypot(...numbers): number | The square root of the sum of squares. | Math.hypot(3, 4) | 5
log(x): number | The natural logarithm. | Math.log(1) | 0
log10(x): number | The logarithm to base 10. | Math.log10(100) | 2
log2(x): number | The logarithm to base 2. | Math.log2(8) | 3
log1p(x): number | The natural logarithm of 1 + x.
exp(x): number | A power of e. | Math.exp(0) | 1
expm1(x): number | A power of e, less 1.
sin(x): number | The sine of an angle in radians.
cos(x): number | The cosine of an angle in radians.
tan(x): number | The tangent of an angle in radians.
asin(x): number | The angle of a sine.
acos(x): number | The angle of a cosine.
atan(x): number | The angle of a tangent.
atan2(y, x): number | The angle of a point.
sinh(x): number | The hyperbolic sine.
cosh(x): number | The hyperbolic cosine.
tanh(x): number | The hyperbolic tangent.
asinh(x): number | The inverse of the hyperbolic sine.
acosh(x): number | The inverse of the hyperbolic cosine.
atanh(x): number | The inverse of the hyperbolic tangent.
fround(x): number | The nearest number of 32 bits.
clz32(x): number | How many of 32 bits at the front are 0.
imul(a, b): number | The product in 32 bits.
PI: number | The number of the circle.
E: number | The base of natural logarithms.
LN2: number | The natural logarithm of 2.
LN10: number | The natural logarithm of 10.
LOG2E: number | The logarithm of e to base 2.
LOG10E: number | The logarithm of e to base 10.
SQRT2: number | The square root of 2.
SQRT1_2: number | The square root of a half.
`),
  ],
  [
    'JSON',
    defineDocumentation(`
stringify(value, fields?, indent?): string | The value as JSON. | JSON.stringify({ a: [1] }) | "{\\"a\\":[1]}"
parse(text, revive?): any | The value that a JSON text stands for. | JSON.parse("[1]") | [1]
`),
  ],
  [
    'Object',
    defineDocumentation(`
keys(object): list | The names of all fields. | Object.keys({ a: 1 }) | ["a"]
values(object): list | The values of all fields. | Object.values({ a: 1 }) | [1]
entries(object): list | Names and values in pairs. | Object.entries({ a: 1 }) | [["a",1]]
fromEntries(pairs): object | An object of pairs. | Object.fromEntries([["a", 1]]) | {"a":1}
assign(target, ...sources): object | The fields of all; the last value stays. | Object.assign({ a: 1 }, { a: 2 }) | {"a":2}
groupBy(list, item => …): object | Lists of elements by what the function gives. | Object.groupBy([1, 2, 3], n => n % 2 ? "odd" : "even") | {"odd":[1,3],"even":[2]}
hasOwn(object, name): boolean | Whether there is a field of this name. | Object.hasOwn({ a: 1 }, "a") | true
is(a, b): boolean | Whether both are the same value. | Object.is(1, 1) | true
getOwnPropertyNames(object): list | The names of all fields.
freeze(object): object | The object, to be changed no more.
isFrozen(object): boolean | Whether the object cannot be changed.
`),
  ],
  [
    'Array',
    defineDocumentation(`
isArray(value): boolean | Whether the value is a list. | Array.isArray([]) | true
from(values, item => …): list | A list of anything that can be gone over. | Array.from({ length: 2 }, (_, i) => i) | [0,1]
of(...values): list | A list of these values. | Array.of(1, 2) | [1,2]
`),
  ],
  [
    'Number',
    defineDocumentation(`
parseFloat(text): number | The number that a text begins with.
parseInt(text, radix?): number | The whole number that a text begins with.
isInteger(value): boolean | Whether it is a whole number. | Number.isInteger(1.5) | false
isFinite(value): boolean | Whether it is a finite number.
isNaN(value): boolean | Whether it is NaN.
isSafeInteger(value): boolean | Whether it is a whole number that is exact.
EPSILON: number | The least step above 1.
MAX_SAFE_INTEGER: number | The greatest whole number that is exact.
MIN_SAFE_INTEGER: number | The least whole number that is exact.
MAX_VALUE: number | The greatest number.
MIN_VALUE: number | The least number above 0.
NaN: number | No number.
POSITIVE_INFINITY: number | More than any number.
NEGATIVE_INFINITY: number | Less than any number.
`),
  ],
  [
    'String',
    defineDocumentation(`
fromCharCode(...codes): string | The text of UTF-16 units. | String.fromCharCode(97) | "a"
fromCodePoint(...codes): string | The text of Unicode characters. | String.fromCodePoint(128512) | "😀"
`),
  ],
  [
    'Date',
    defineDocumentation(`
now(): number | Milliseconds since 1970.
parse(text): number | The milliseconds of a date as text.
UTC(year, month, …): number | The milliseconds of a date in UTC. | Date.UTC(1970, 0, 2) | 86400000
`),
  ],
  [
    'DateTime',
    defineDocumentation(`
now(): DateTime | The current time in the time zone of the workflow.
local(year?, month?, …): DateTime | A date in the time zone of the workflow.
utc(year?, month?, …): DateTime | A date in UTC.
fromISO(text, options?): DateTime | Reads the form of ISO 8601. | DateTime.fromISO("2024-05-15").month | 5
fromFormat(text, format, options?): DateTime | Reads a format. | DateTime.fromFormat("15/05/24", "dd/MM/yy").month | 5
fromMillis(milliseconds): DateTime | So many milliseconds since 1970.
fromSeconds(seconds): DateTime | So many seconds since 1970.
fromJSDate(date): DateTime | The same moment as a Date.
fromObject(parts): DateTime | A date of parts by name. | DateTime.fromObject({ year: 2024, month: 5 }).month | 5
fromSQL(text): DateTime | Reads the form of SQL.
fromRFC2822(text): DateTime | Reads the form of mail headers.
fromHTTP(text): DateTime | Reads the form of HTTP headers.
isDateTime(value): boolean | Whether the value is a DateTime.
max(...dates): DateTime | The latest date.
min(...dates): DateTime | The earliest date.
${(
  'DATE_SHORT DATE_MED DATE_MED_WITH_WEEKDAY DATE_FULL DATE_HUGE TIME_SIMPLE TIME_WITH_SECONDS TIME_WITH_SHORT_OFFSET ' +
  'TIME_WITH_LONG_OFFSET TIME_24_SIMPLE TIME_24_WITH_SECONDS TIME_24_WITH_SHORT_OFFSET TIME_24_WITH_LONG_OFFSET DATETIME_SHORT ' +
  'DATETIME_SHORT_WITH_SECONDS DATETIME_MED DATETIME_MED_WITH_SECONDS DATETIME_MED_WITH_WEEKDAY DATETIME_FULL ' +
  'DATETIME_FULL_WITH_SECONDS DATETIME_HUGE DATETIME_HUGE_WITH_SECONDS'
)
  .split(' ')
  .map((name) => `${name}: object | A format for toLocaleString.`)
  .join('\n')}
`),
  ],
  [
    'Duration',
    defineDocumentation(`
fromObject(parts): Duration | A duration of parts by name. | Duration.fromObject({ hours: 2 }).as("minutes") | 120
fromMillis(milliseconds): Duration | So many milliseconds.
fromISO(text): Duration | Reads the form of ISO 8601. | Duration.fromISO("P1D").days | 1
fromISOTime(text): Duration | Reads a time of day.
fromDurationLike(value): Duration | A duration of parts, milliseconds or another duration.
isDuration(value): boolean | Whether the value is a Duration.
`),
  ],
  [
    'Interval',
    defineDocumentation(`
fromDateTimes(from, to): Interval | From one point in time to another.
after(from, duration): Interval | From a point in time, as long as the duration.
before(to, duration): Interval | Up to a point in time, as long as the duration.
fromISO(text): Interval | Reads the form of ISO 8601.
isInterval(value): boolean | Whether the value is an Interval.
merge(intervals): list | Those that touch made one.
xor(intervals): list | What only one of them covers.
`),
  ],
  [
    'Intl',
    defineDocumentation(`
DateTimeFormat(locale, options?): formatter | Writes dates in a language.
NumberFormat(locale, options?): formatter | Writes numbers in a language. | new Intl.NumberFormat("de-DE").format(1.5) | "1,5"
RelativeTimeFormat(locale, options?): formatter | Writes how long ago something was. | new Intl.RelativeTimeFormat("en").format(-1, "day") | "1 day ago"
ListFormat(locale, options?): formatter | Writes lists in a language. | new Intl.ListFormat("en").format(["a", "b"]) | "a and b"
PluralRules(locale, options?): rules | Tells plural forms.
Collator(locale, options?): collator | Compares texts in a language.
DisplayNames(locale, options): names | Names of languages, regions and currencies.
Segmenter(locale, options?): segmenter | Takes texts apart into characters, words or sentences.
getCanonicalLocales(locales): list | Languages in their usual form.
supportedValuesOf(key): list | All currencies, units, calendars or time zones that are known.
`),
  ],
  [
    'Map',
    defineDocumentation(`
groupBy(list, item => …): Map | Lists of elements by what the function gives.
`),
  ],
  [
    'RegExp',
    defineDocumentation(`
escape(text): string | A pattern for the text itself. | RegExp.escape("a.b") | "a\\\\.b"
`),
  ],
  [
    'URL',
    defineDocumentation(`
canParse(text, base?): boolean | Whether the text is an address. | URL.canParse("x") | false
parse(text, base?): URL | The address, or null.
`),
  ],
  [
    'Buffer',
    defineDocumentation(`
from(value, encoding?): Buffer | The bytes of a text or a list. | Buffer.from("aGk=", "base64").toString() | "hi"
alloc(length): Buffer | So many bytes of 0.
concat(buffers): Buffer | Several one after the other.
byteLength(text, encoding?): number | How many bytes a text takes. | Buffer.byteLength("é") | 2
isBuffer(value): boolean | Whether the value is a Buffer.
isEncoding(name): boolean | Whether there is such an encoding.
`),
  ],
]);
