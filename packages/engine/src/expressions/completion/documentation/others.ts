import { defineDocumentation } from './define.ts';

export const mapDocumentation = defineDocumentation(`
size: number | How many entries there are. | new Map([["a", 1]]).size | 1
get(key): any | The value of a key. | new Map([["a", 1]]).get("a") | 1
has(key): boolean | Whether there is such a key. | new Map([["a", 1]]).has("b") | false
set(key, value): Map | Adds an entry to a Map that the expression made.
delete(key): boolean | Takes an entry out of a Map that the expression made.
clear(): undefined | Empties a Map that the expression made.
keys(): list | All keys. | new Map([["a", 1]]).keys() | ["a"]
values(): list | All values. | new Map([["a", 1]]).values() | [1]
entries(): list | Keys and values in pairs. | new Map([["a", 1]]).entries() | [["a",1]]
forEach((value, key) => …): undefined | Calls the function for each entry.
`);

export const setDocumentation = defineDocumentation(`
size: number | How many values there are. | new Set([1, 1]).size | 1
has(value): boolean | Whether there is such a value. | new Set([1]).has(1) | true
add(value): Set | Adds a value to a Set that the expression made.
delete(value): boolean | Takes a value out of a Set that the expression made.
clear(): undefined | Empties a Set that the expression made.
keys(): list | All values.
values(): list | All values. | new Set([1]).values() | [1]
entries(): list | Each value twice, in pairs.
forEach(value => …): undefined | Calls the function for each value.
union(other): Set | The values of both. | [...new Set([1]).union(new Set([2]))] | [1,2]
intersection(other): Set | The values that both have. | [...new Set([1, 2]).intersection(new Set([2]))] | [2]
difference(other): Set | The values that the other has not. | [...new Set([1, 2]).difference(new Set([2]))] | [1]
symmetricDifference(other): Set | The values that only one of them has.
isSubsetOf(other): boolean | Whether the other has all its values.
isSupersetOf(other): boolean | Whether it has all values of the other.
isDisjointFrom(other): boolean | Whether they have no value in common.
`);

export const patternDocumentation = defineDocumentation(`
test(text): boolean | Whether the pattern is found in the text. | /\\d+/.test("a1") | true
exec(text): list | The match with its groups, or null. | /(\\d)/.exec("a1")[1] | "1"
toString(): string | The pattern as it is written. | /a/g.toString() | "/a/g"
source: string | What stands between the slashes. | /a/g.source | "a"
flags: string | What stands behind the slashes. | /a/gi.flags | "gi"
global: boolean | Whether all matches are looked for (g).
ignoreCase: boolean | Whether capital and small letters are the same (i).
multiline: boolean | Whether ^ and $ stand for each line (m).
dotAll: boolean | Whether the dot stands for line breaks as well (s).
sticky: boolean | Whether a match begins where the last one ended (y).
unicode: boolean | Whether it works on whole characters (u).
unicodeSets: boolean | Whether it knows sets of characters (v).
hasIndices: boolean | Whether matches tell the places of groups (d).
lastIndex: number | Where the next search begins.
`);

export const addressDocumentation = defineDocumentation(`
href: string | The whole address. | new URL("https://example.com/a").href | "https://example.com/a"
protocol: string | The scheme with its colon. | new URL("https://example.com").protocol | "https:"
host: string | Host and port. | new URL("https://example.com:81/a").host | "example.com:81"
hostname: string | The host. | new URL("https://example.com:81/a").hostname | "example.com"
port: string | The port. | new URL("https://example.com:81/a").port | "81"
origin: string | Scheme, host and port. | new URL("https://example.com/a").origin | "https://example.com"
pathname: string | The path. | new URL("https://example.com/a/b?c").pathname | "/a/b"
search: string | The parameters with the question mark. | new URL("https://example.com/?a=1").search | "?a=1"
searchParams: URLSearchParams | The parameters one by one. | new URL("https://example.com/?a=1").searchParams.get("a") | "1"
hash: string | The part behind #, with it. | new URL("https://example.com/#top").hash | "#top"
username: string | The name of the user.
password: string | The password of the user.
toString(): string | The whole address.
toJSON(): string | The whole address.
`);

export const parametersDocumentation = defineDocumentation(`
get(name): string | The first value of a parameter. | new URLSearchParams("a=1&a=2").get("a") | "1"
getAll(name): list | All values of a parameter. | new URLSearchParams("a=1&a=2").getAll("a") | ["1","2"]
has(name): boolean | Whether there is such a parameter. | new URLSearchParams("a=1").has("b") | false
keys(): list | The names of all parameters. | new URLSearchParams("a=1").keys() | ["a"]
values(): list | All values. | new URLSearchParams("a=1").values() | ["1"]
entries(): list | Names and values in pairs. | new URLSearchParams("a=1").entries() | [["a","1"]]
toString(): string | All parameters as in an address. | new URLSearchParams({ a: "b c" }).toString() | "a=b+c"
forEach((value, name) => …): undefined | Calls the function for each parameter.
append(name, value): undefined | Adds a parameter.
set(name, value): undefined | Gives a parameter one value.
delete(name): undefined | Takes a parameter out.
sort(): undefined | Orders the parameters by name.
`);

export const errorDocumentation = defineDocumentation(`
message: string | What went wrong. | new Error("no").message | "no"
name: string | The kind of the error. | new TypeError("no").name | "TypeError"
cause: any | What caused it.
errors: list | The errors that it stands for.
toString(): string | Kind and message. | new Error("no").toString() | "Error: no"
`);

export const formatterDocumentation = defineDocumentation(`
format(value): string | The value as text in the language of the formatter. | new Intl.NumberFormat("de-DE").format(1.5) | "1,5"
formatToParts(value): list | The parts of that text.
formatRange(from, to): string | A range as text.
formatRangeToParts(from, to): list | The parts of a range as text.
resolvedOptions(): object | The language and options in use.
select(number): string | Which plural form a number takes. | new Intl.PluralRules("en").select(1) | "one"
compare(a, b): number | The order of two texts: below, at or above 0. | new Intl.Collator("de").compare("ä", "b") | -1
of(code): string | The name of a language, region or currency. | new Intl.DisplayNames("en", { type: "region" }).of("DE") | "Germany"
segment(text): list | The text in characters, words or sentences. | new Intl.Segmenter("en").segment("ab").length | 2
`);

export const bufferDocumentation = defineDocumentation(`
length: number | How many bytes there are. | Buffer.from("é").length | 2
at(place): number | The byte at a place; negative places count from the end. | Buffer.from("a").at(0) | 97
toString(encoding = 'utf8'): string | The bytes as text: utf8, base64, base64url, hex, latin1, ascii or utf16le. | Buffer.from("hi").toString("base64") | "aGk="
toJSON(): object | The form that buffers have in JSON.
equals(other): boolean | Whether both have the same bytes. | Buffer.from("a").equals(Buffer.from("a")) | true
slice(start, end?): Buffer | A part. | Buffer.from("abc").slice(1).toString() | "bc"
subarray(start, end?): Buffer | A part. | Buffer.from("abc").subarray(1).toString() | "bc"
`);
