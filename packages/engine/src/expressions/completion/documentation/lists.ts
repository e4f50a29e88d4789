import { defineDocumentation } from './define.ts';

export const listDocumentation = defineDocumentation(`
length: number | How many elements the list has. | [1, 2].length | 2
map(item => …): list | A list of what the function gives for each element. | [1, 2].map(n => n * 2) | [2,4]
filter(item => …): list | The elements for which the function gives true. | [1, 2, 3].filter(n => n > 1) | [2,3]
find(item => …): any | The first element for which the function gives true. | [1, 2, 3].find(n => n > 1) | 2
findIndex(item => …): number | The place of the first such element, or -1. | [1, 2].findIndex(n => n === 2) | 1
findLast(item => …): any | The last element for which the function gives true. | [1, 2, 3].findLast(n => n < 3) | 2
findLastIndex(item => …): number | The place of the last such element, or -1. | [1, 1].findLastIndex(n => n === 1) | 1
some(item => …): boolean | Whether the function gives true for any element. | [1, 2].some(n => n > 1) | true
every(item => …): boolean | Whether the function gives true for all elements. | [1, 2].every(n => n > 1) | false
forEach(item => …): undefined | Calls the function for each element.
flatMap(item => …): list | As map, with lists that the function gives taken apart. | [1, 2].flatMap(n => [n, n]) | [1,1,2,2]
reduce((result, item) => …, start?): any | One value, made from all elements in turn. | [1, 2, 3].reduce((sum, n) => sum + n, 0) | 6
reduceRight((result, item) => …, start?): any | As reduce, from the end. | ["a", "b"].reduceRight((all, t) => all + t) | "ba"
join(separator = ','): string | The elements as one text. | ["a", "b"].join(" and ") | "a and b"
toString(): string | The elements as one text, with commas. | [1, 2].toString() | "1,2"
slice(start, end?): list | The elements from one place to another; negative places count from the end. | [1, 2, 3].slice(-2) | [2,3]
concat(...lists): list | The list followed by others. | [1].concat([2], 3) | [1,2,3]
includes(value, from?): boolean | Whether the value is an element. | [1, 2].includes(2) | true
indexOf(value, from?): number | The first place of the value, or -1. | [1, 2].indexOf(2) | 1
lastIndexOf(value, from?): number | The last place of the value, or -1. | [1, 2, 1].lastIndexOf(1) | 2
at(index): any | The element at a place; negative places count from the end. | [1, 2, 3].at(-1) | 3
keys(): list | The places of all elements. | ["a", "b"].keys() | [0,1]
values(): list | All elements. | ["a"].values() | ["a"]
toArray(): list | All elements. | ["a"].toArray() | ["a"]
entries(): list | Place and element in pairs. | ["a"].entries() | [[0,"a"]]
flat(depth = 1): list | With lists within it taken apart. | [1, [2, [3]]].flat() | [1,2,[3]]
with(index, value): list | A copy with another element at a place. | [1, 2].with(0, 9) | [9,2]
toReversed(): list | A copy in the opposite order. | [1, 2].toReversed() | [2,1]
toSpliced(start, count, ...items): list | A copy with elements taken out and put in. | [1, 2, 3].toSpliced(1, 1, "x") | [1,"x",3]
toSorted((a, b) => …): list | A copy in order: by text, or as the function compares. | [10, 9].toSorted((a, b) => a - b) | [9,10]
sort((a, b) => …): list | In order: by text, or as the function compares. | [10, 9].sort((a, b) => a - b) | [9,10]
reverse(): list | In the opposite order. | [1, 2].reverse() | [2,1]
splice(start, count, ...items): list | Takes elements out, and gives them. | [1, 2, 3].splice(0, 2) | [1,2]
copyWithin(target, start, end?): list | Copies elements to another place of the list. | [1, 2, 3].copyWithin(0, 2) | [3,2,3]
pop(): any | Takes out the last element, and gives it. | [1, 2].pop() | 2
shift(): any | Takes out the first element, and gives it. | [1, 2].shift() | 1
push(...items): number | Adds elements at the end of a list that the expression made.
unshift(...items): number | Adds elements at the beginning of a list that the expression made.
fill(value, start?, end?): list | With the same value at every place. | [1, 2].fill(0) | [0,0]
first(): any | The first element. | [1, 2].first() | 1
last(): any | The last element. | [1, 2].last() | 2
isEmpty(): boolean | Whether there are no elements. | [].isEmpty() | true
isNotEmpty(): boolean | Whether there are elements. | [1].isNotEmpty() | true
unique(...keys): list | Without what occurs before; compared by the fields named, if any. | [1, 2, 1].unique() | [1,2]
removeDuplicates(...keys): list | Without what occurs before; compared by the fields named, if any. | [{ a: 1 }, { a: 1 }].removeDuplicates("a") | [{"a":1}]
compact(): list | Without null, undefined and empty texts. | [1, "", null].compact() | [1]
pluck(...keys): list | The values of one field, or lists of several. | [{ a: 1 }, { a: 2 }].pluck("a") | [1,2]
sum(): number | The sum of all elements. | [1, 2].sum() | 3
average(): number | The average of all elements. | [1, 2].average() | 1.5
min(): number | The least element. | [2, 1].min() | 1
max(): number | The greatest element. | [2, 1].max() | 2
difference(other): list | The elements that the other list has not. | [1, 2].difference([2]) | [1]
intersection(other): list | The elements that both lists have. | [1, 2].intersection([2, 3]) | [2]
union(other): list | The elements of both lists, each once. | [1, 2].union([2, 3]) | [1,2,3]
chunk(size): list | Lists of so many elements. | [1, 2, 3].chunk(2) | [[1,2],[3]]
append(...items): list | The list with further elements. | [1].append(2, 3) | [1,2,3]
randomItem(): any | One of the elements, by chance.
merge(other?): object | One object of the fields of all; the first value of a field stays. | [{ a: 1 }, { b: 2 }].merge() | {"a":1,"b":2}
smartJoin(keyField, valueField): object | An object with names from one field and values from another. | [{ k: "a", v: 1 }].smartJoin("k", "v") | {"a":1}
renameKeys(from, to, …): list | Objects with fields renamed, in pairs of old and new name. | [{ a: 1 }].renameKeys("a", "b") | [{"b":1}]
toJsonString(): string | The list as JSON. | [1, "a"].toJsonString() | "[1,\\"a\\"]"
toInt(): undefined | Nothing: a list is no number.
toFloat(): undefined | Nothing: a list is no number.
toBoolean(): undefined | Nothing: ask isEmpty().
toDateTime(): undefined | Nothing: a list is no date.
`);

export const objectDocumentation = defineDocumentation(`
keys(): list | The names of all fields. | ({ a: 1, b: 2 }).keys() | ["a","b"]
values(): list | The values of all fields. | ({ a: 1, b: 2 }).values() | [1,2]
isEmpty(): boolean | Whether there are no fields. | ({}).isEmpty() | true
isNotEmpty(): boolean | Whether there are fields. | ({ a: null }).isNotEmpty() | true
hasField(name): boolean | Whether there is a field of this name. | ({ a: 1 }).hasField("a") | true
removeField(name): object | A copy without a field. | ({ a: 1, b: 2 }).removeField("a") | {"b":2}
compact(): object | A copy without empty fields, at every level. | ({ a: 1, b: "", c: null }).compact() | {"a":1}
merge(other): object | The fields of both; where both have one, its own value stays. | ({ a: 1 }).merge({ a: 2, b: 3 }) | {"a":1,"b":3}
keepFieldsContaining(text): object | Only the fields whose text contains this one. | ({ a: "xy", b: "z" }).keepFieldsContaining("x") | {"a":"xy"}
removeFieldsContaining(text): object | Without the fields whose text contains this one. | ({ a: "xy", b: "z" }).removeFieldsContaining("x") | {"b":"z"}
urlEncode(): string | The fields as parameters of an address. | ({ a: 1, b: "c d" }).urlEncode() | "a=1&b=c+d"
toJsonString(): string | The object as JSON. | ({ a: 1 }).toJsonString() | "{\\"a\\":1}"
hasOwnProperty(name): boolean | Whether there is a field of this name. | ({ a: 1 }).hasOwnProperty("b") | false
toString(): string | The text that objects have where text is needed.
toLocaleString(): string | The text that objects have where text is needed.
valueOf(): object | The object itself.
toInt(): undefined | Nothing: an object is no number.
toFloat(): undefined | Nothing: an object is no number.
toBoolean(): undefined | Nothing: ask isEmpty().
toDateTime(): undefined | Nothing: an object is no date.
`);
