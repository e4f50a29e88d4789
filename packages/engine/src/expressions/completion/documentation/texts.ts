import { defineDocumentation } from './define.ts';

export const textDocumentation = defineDocumentation(`
length: number | How many characters the text has. | "Hello".length | 5
toUpperCase(): string | The text in capital letters. | "Hello".toUpperCase() | "HELLO"
toLowerCase(): string | The text in small letters. | "Hello".toLowerCase() | "hello"
toLocaleUpperCase(locale?): string | Capital letters by the rules of a language. | "istanbul".toLocaleUpperCase("tr") | "İSTANBUL"
toLocaleLowerCase(locale?): string | Small letters by the rules of a language. | "ISPARTA".toLocaleLowerCase("tr") | "ısparta"
trim(): string | Without white space at both ends. | "  a b ".trim() | "a b"
trimStart(): string | Without white space at the beginning. | "  a ".trimStart() | "a "
trimEnd(): string | Without white space at the end. | " a  ".trimEnd() | " a"
toString(): string | The text itself. | "a".toString() | "a"
valueOf(): string | The text itself. | "a".valueOf() | "a"
slice(start, end?): string | The part from one place to another; negative places count from the end. | "invoice-42".slice(-2) | "42"
substring(start, end?): string | The part from one place to another, whichever comes first. | "invoice".substring(0, 3) | "inv"
substr(start, length?): string | The part of a given length from a place on. | "invoice".substr(2, 3) | "voi"
at(index): string | The character at a place; negative places count from the end. | "abc".at(-1) | "c"
charAt(index): string | The character at a place, or an empty text. | "abc".charAt(1) | "b"
charCodeAt(index): number | The number of the UTF-16 unit at a place. | "a".charCodeAt(0) | 97
codePointAt(index): number | The number of the Unicode character at a place. | "😀".codePointAt(0) | 128512
includes(text, from?): boolean | Whether it contains another text. | "big order".includes("order") | true
startsWith(text, from?): boolean | Whether it begins with another text. | "INV-1".startsWith("INV") | true
endsWith(text, end?): boolean | Whether it ends with another text. | "a.pdf".endsWith(".pdf") | true
indexOf(text, from?): number | The first place of another text, or -1. | "a-b-c".indexOf("-") | 1
lastIndexOf(text, from?): number | The last place of another text, or -1. | "a-b-c".lastIndexOf("-") | 3
localeCompare(other, locale?): number | The order of two texts in a language: below, at or above 0. | "a".localeCompare("b") | -1
normalize(form?): string | The text in one of the Unicode normal forms. | "e\\u0301".normalize().length | 1
concat(...texts): string | The text followed by others. | "a".concat("b", "c") | "abc"
repeat(count): string | The text so many times. | "ab".repeat(2) | "abab"
padStart(length, fill?): string | Filled up at the beginning to a length. | "7".padStart(3, "0") | "007"
padEnd(length, fill?): string | Filled up at the end to a length. | "7".padEnd(3, ".") | "7.."
split(separator, limit?): list | The parts between separators. | "a,b,c".split(",") | ["a","b","c"]
replace(search, replacement): string | With the first match replaced; all of them for a pattern with g. | "a-b".replace("-", "+") | "a+b"
replaceAll(search, replacement): string | With every match replaced. | "a-b-c".replaceAll("-", "") | "abc"
match(pattern): list | The match of a pattern with its groups, or all matches for a pattern with g; null if there is none. | "a1b2".match(/\\d/g) | ["1","2"]
matchAll(pattern): list | All matches of a pattern, each with its groups. | "a1b2".matchAll(/([a-z])(\\d)/g).map(m => m[2]) | ["1","2"]
search(pattern): number | The place of the first match of a pattern, or -1. | "ab1".search(/\\d/) | 2
isWellFormed(): boolean | Whether no half of a character stands alone. | "abc".isWellFormed() | true
toWellFormed(): string | With each half of a character replaced. | "abc".toWellFormed() | "abc"
toJsonString(): string | The text as JSON, with quotes and escapes. | 'say "hi"'.toJsonString() | "\\"say \\\\\\"hi\\\\\\"\\""
parseJson(): any | The value that a JSON text stands for. | '{"a": 1}'.parseJson() | {"a":1}
toDateTime(format?): DateTime | Reads a date in one of the usual forms, or in the format given. | "2024-05-15".toDateTime().year | 2024
toDate(): Date | Reads a date as a Date of JavaScript. | "2024-05-15T00:00:00Z".toDate() | "2024-05-15T00:00:00.000Z"
toNumber(): number | The number that the text stands for; blanks and signs of currencies do not matter. | "€12.50".toNumber() | 12.5
toFloat(): number | The number that the text stands for. | "1.5".toFloat() | 1.5
toDecimalNumber(): number | The number that the text stands for. | "1.5".toDecimalNumber() | 1.5
toInt(base = 10): number | The number that the text stands for, without its fraction. | "12.9".toInt() | 12
toWholeNumber(): number | The number that the text stands for, without its fraction. | "12.9".toWholeNumber() | 12
toBoolean(): boolean | False for an empty text, 0, no and false; else true. | "no".toBoolean() | false
isEmpty(): boolean | Whether there are no characters. | "".isEmpty() | true
isNotEmpty(): boolean | Whether there are characters. | "a".isNotEmpty() | true
isNumeric(): boolean | Whether the text is a number. | "4e4".isNumeric() | true
isEmail(): boolean | Whether the text is a mail address. | "me@example.com".isEmail() | true
isUrl(): boolean | Whether the text is an address with scheme and host. | "https://example.com".isUrl() | true
isDomain(): boolean | Whether the text is a host name. | "example.com".isDomain() | true
quote(mark = '"'): string | In quotation marks, with those inside escaped. | "it".quote("'") | "'it'"
base64Encode(): string | The UTF-8 bytes as Base64. | "hello".base64Encode() | "aGVsbG8="
base64Decode(): string | The text that Base64 stands for. | "aGVsbG8=".base64Decode() | "hello"
hash(algorithm = 'md5'): string | A hash: md5, base64, sha1, sha224, sha256, sha384, sha512, sha3 or ripemd160. | "hello".hash("sha1") | "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"
urlEncode(whole = false): string | Coded for use in an address; true leaves the signs of an address alone. | "a b&c".urlEncode() | "a%20b%26c"
urlDecode(whole = false): string | With the codes of an address undone. | "a%20b".urlDecode() | "a b"
extractDomain(): string | The host of an address or a mail address. | "https://www.example.com/a".extractDomain() | "www.example.com"
extractEmail(): string | The first mail address in the text. | "to me@example.com now".extractEmail() | "me@example.com"
extractUrl(): string | The first address in the text. | "see https://example.com/a.".extractUrl() | "https://example.com/a"
extractUrlPath(): string | The path of an address. | "https://example.com/a/b?c=1".extractUrlPath() | "/a/b"
removeTags(): string | Without the tags of HTML and XML. | "<b>hi</b>".removeTags() | "hi"
removeMarkdown(): string | Without the signs of Markdown. | "**hi**".removeMarkdown() | "hi"
replaceSpecialChars(): string | Each letter replaced by the nearest in ASCII. | "crème".replaceSpecialChars() | "creme"
toSnakeCase(): string | Words in small letters, joined by underscores. | "Order Number".toSnakeCase() | "order_number"
toTitleCase(): string | Words with a capital letter, but for short ones. | "lord of the rings".toTitleCase() | "Lord of the Rings"
toSentenceCase(): string | Each sentence with a capital letter, all else small. | "HELLO. YOU".toSentenceCase() | "Hello. You"
`);
