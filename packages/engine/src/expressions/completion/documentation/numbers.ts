import { defineDocumentation } from './define.ts';

export const numberDocumentation = defineDocumentation(`
toFixed(digits?): string | The number as text with so many digits behind the point. | (3.14159).toFixed(2) | "3.14"
toPrecision(digits?): string | The number as text with so many digits in all. | (3.14159).toPrecision(3) | "3.14"
toExponential(digits?): string | The number as text with an exponent. | (1234).toExponential(1) | "1.2e+3"
toString(radix?): string | The number as text, to any base from 2 to 36. | (255).toString(16) | "ff"
toLocaleString(locale?, options?): string | The number as text in a language. | (1234.5).toLocaleString("de-DE") | "1.234,5"
valueOf(): number | The number itself. | (1).valueOf() | 1
abs(): number | Without its sign. | (-3).abs() | 3
ceil(): number | The next whole number above. | (1.2).ceil() | 2
floor(): number | The next whole number below. | (1.8).floor() | 1
round(places = 0): number | Rounded to so many digits behind the point. | (3.456).round(1) | 3.5
isEven(): boolean | Whether a whole number is even. | (4).isEven() | true
isOdd(): boolean | Whether a whole number is odd. | (4).isOdd() | false
isInteger(): boolean | Whether it has no fraction. | (4.5).isInteger() | false
isEmpty(): boolean | Always false: a number is never empty. | (0).isEmpty() | false
isNotEmpty(): boolean | Always true. | (0).isNotEmpty() | true
format(locale = 'en-US', options?): string | The number as text in a language. | (1234.5).format("en-US", { style: "currency", currency: "EUR" }) | "€1,234.50"
toDateTime(unit = 'ms'): DateTime | The point in time after so many ms, s or us since 1970, or of a serial number of Excel. | (1715774400).toDateTime("s").year | 2024
toInt(): number | The nearest whole number. | (4.6).toInt() | 5
toFloat(): number | The number itself. | (4.6).toFloat() | 4.6
toNumber(): number | The number itself. | (4.6).toNumber() | 4.6
toBoolean(): boolean | False for 0, else true. | (0).toBoolean() | false
toJsonString(): string | The number as JSON. | (1.5).toJsonString() | "1.5"
`);

export const booleanDocumentation = defineDocumentation(`
toString(): string | "true" or "false". | true.toString() | "true"
valueOf(): boolean | The value itself. | true.valueOf() | true
toNumber(): number | 1 for true, 0 for false. | true.toNumber() | 1
toInt(): number | 1 for true, 0 for false. | false.toInt() | 0
toFloat(): number | 1 for true, 0 for false. | true.toFloat() | 1
toBoolean(): boolean | The value itself. | true.toBoolean() | true
toDateTime(): undefined | Nothing: this is no date.
isEmpty(): boolean | Always false. | false.isEmpty() | false
isNotEmpty(): boolean | Always true. | false.isNotEmpty() | true
toJsonString(): string | The value as JSON. | true.toJsonString() | "true"
`);
