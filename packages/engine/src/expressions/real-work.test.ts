import { describe, expect, test } from 'vitest';
import { evaluateCode } from './testing.ts';

/** Work on much data that the budget of an expression is there to allow: lists of 100,000 elements and texts of some megabytes. */

const count = 100_000;
const numbers = Array.from({ length: count }, (_, index) => (index * 7_919) % 100_003);
const orders = numbers.map((number, index) => ({ id: index, total: number, customer: `c${number % 1_000}` }));
const nested = numbers.map((number) => ({ list: [number, { none: null }] }));
const shapes = numbers
  .slice(0, 30_000)
  .map((number) => ({ [`f${number % 50}`]: `v${number % 7}`, [`g${number % 9}`]: null }));
const data = {
  nested,
  shapes: JSON.stringify(shapes),
  numbers,
  texts: numbers.map((number) => `name ${number}`),
  names: numbers.slice(0, 20_000).map((number) => `Name ${number}`),
  orders,
  allOrders: JSON.stringify(orders),
  dates: Array.from({ length: 1_000 }, (_, index) => new Date(Date.UTC(2024, 4, 1, index + 16)).toISOString()),
  groups: numbers.slice(0, 1_000).map((number) => [number, number + 1]),
  fields: Object.fromEntries(numbers.slice(0, 10_000).map((number) => [`k${number}`, number])),
  text: 'Lorem ipsum, dolor_sit amet. '.repeat(70_000),
  lines: Array.from({ length: count }, (_, index) => `2024-05-${(index % 28) + 1};order ${index}`).join('\n'),
  json: JSON.stringify(numbers.slice(0, 50_000).map((number, index) => ({ id: index, total: number }))),
};
const sum = numbers.reduce((all, number) => all + number, 0);

const cases: readonly (readonly [code: string, expected: unknown])[] = [
  ['$json.texts.join(", ").length', data.texts.join(', ').length],
  ['$json.text.split(" ").length', data.text.split(' ').length],
  ['$json.lines.split("\\n").map(line => line.split(";")[1]).length', count],
  ['$json.numbers.map(x => x * 2 + 1).length', count],
  ['$json.orders.map(order => order.total).at(-1)', numbers.at(-1)],
  ['$json.orders.map(order => ({ id: order.id, total: order.total })).length', count],
  ['$json.orders.filter(order => order.total > 50000).length', numbers.filter((number) => number > 50_000).length],
  ['$json.orders.find(order => order.id === 99999).id', 99_999],
  ['$json.orders.some(order => order.total < 0)', false],
  ['$json.numbers.reduce((all, number) => all + number, 0)', sum],
  ['$json.orders.reduce((all, order) => all + order.total, 0)', sum],
  ['$json.numbers.sum()', sum],
  ['$json.numbers.toSorted((a, b) => a - b)[0]', Math.min(...numbers)],
  ['$json.orders.toSorted((a, b) => b.total - a.total)[0].total', Math.max(...numbers)],
  ['$json.texts.toSorted()[0]', data.texts.toSorted()[0]],
  ['$json.numbers.toSorted().at(-1)', numbers.toSorted().at(-1)],
  [
    '$json.names.toSorted((a, b) => a.localeCompare(b))[0]',
    data.names.toSorted((left, right) => left.localeCompare(right))[0],
  ],
  ['$json.orders.slice(0, 20000).toSorted((a, b) => b.customer.localeCompare(a.customer))[0].customer', 'c999'],
  ['$json.orders.unique("customer").length', 1_000],
  ['[...new Set($json.orders.map(order => order.customer))].length', 1_000],
  ['Object.keys(Object.groupBy($json.orders, order => order.customer)).length', 1_000],
  ['$json.numbers.difference($json.numbers.slice(0, 50000)).length', 50_000],
  ['$json.orders.renameKeys("total", "sum")[0].sum', numbers[0]],
  [
    '$json.orders.filter(order => order.total > 50000).map(order => order.total).map(total => total * 2).join().length',
    numbers
      .filter((number) => number > 50_000)
      .map((number) => number * 2)
      .join().length,
  ],
  ['$json.dates.map(date => DateTime.fromISO(date).plus({ days: 1 }).toFormat("yyyy-MM-dd"))[0]', '2024-05-02'],
  ['$json.dates.map(date => date.toDateTime().format("dd.MM.yyyy"))[1]', '01.05.2024'],
  ['$json.dates.toSorted((a, b) => new Date(b) - new Date(a))[0]', '2024-06-12T07:00:00.000Z'],
  ['$json.numbers.indexOf(-1)', -1],
  ['$json.numbers.slice(10, 90000).concat($json.numbers).length', 189_990],
  ['[...$json.numbers, 1].length', count + 1],
  ['$json.texts.unique().length', count],
  ['new Set($json.numbers).size', new Set(numbers).size],
  ['$json.orders.pluck("customer").length', count],
  ['$json.groups.flat().length', 2_000],
  ['Object.keys($json.fields).length', 10_000],
  ['Object.fromEntries(Object.entries($json.fields)).k0', 0],
  ['JSON.stringify($json.numbers).length', JSON.stringify(numbers).length],
  ['JSON.stringify($json.orders.slice(0, 50000)).length', JSON.stringify(data.orders.slice(0, 50_000)).length],
  ['JSON.parse($json.json).length', 50_000],
  ['$json.allOrders.parseJson().length', count],
  ['JSON.stringify($json.orders).length', JSON.stringify(orders).length],
  ['JSON.stringify($json.nested).length', JSON.stringify(nested).length],
  ['JSON.parse($json.shapes).length', shapes.length],
  ['JSON.parse(JSON.stringify($json.text)).length', data.text.length],
  ['$json.text.toUpperCase().length', data.text.length],
  ['$json.text.includes("nothing")', false],
  ['$json.text.trim().endsWith("amet.")', true],
  ['$json.text.replaceAll("dolor", "x").length', data.text.replaceAll('dolor', 'x').length],
  ['$json.text.replace(/dolor/g, "x").length', data.text.replaceAll('dolor', 'x').length],
  ['$json.text.replace(/[_,.]/g, " ").length', data.text.length],
  ['$json.text.match(/amet/g).length', 70_000],
  [
    '$json.lines.slice(0, 200000).match(/(\\d+)-(\\d+)-(\\d+)/g).length',
    data.lines.slice(0, 200_000).match(/\d+-\d+-\d+/g)?.length,
  ],
  ['$json.lines.replaceAll(/;/g, ",").length', data.lines.length],
  ['(() => { let all = 0; for (const number of $json.numbers) all += number; return all })()', sum],
  [
    '(() => { const byId = {}; for (const o of $json.orders) byId[o.customer] = o; return Object.keys(byId).length })()',
    1_000,
  ],
  ['$json.text.hash("sha256").length', 64],
  ['$json.text.base64Encode().length', Math.ceil(data.text.length / 3) * 4],
  ['encodeURIComponent($json.text).length', encodeURIComponent(data.text).length],
];

describe('work on much data', () => {
  test.each(cases)('%s', (code, expected) => {
    expect(evaluateCode(code, data)).toBe(expected);
  });
});
