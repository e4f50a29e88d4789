import type { ExpressionData } from '@millrace/engine';

const count = 100_000;
/** Fields of the item that the expressions read. */
export const json = {
  text: 'Lorem ipsum, dolor_sit amet. '.repeat(35_000),
  letters: 'a'.repeat(1_000_000),
  markup: '<b>**x** [a](b) http://[ a@b.c</b> '.repeat(30_000),
  longest: 'é'.repeat(9_900_000),
  numbers: Array.from({ length: count }, (_, index) => (index * 7_919) % 100_003),
  texts: Array.from({ length: count }, (_, index) => `name ${(index * 7_919) % 100_003}`),
  objects: Array.from({ length: count }, (_, index) => ({ id: index, name: `n${index}`, empty: '' })),
  pairs: Array.from({ length: count }, (_, index) => [`k${index}`, index]),
  million: new Array<number>(1_000_000).fill(1),
  dates: Array.from({ length: 10_000 }, (_, index) => new Date(index * 1e9).toISOString()),
  /** Texts of the same length that differ at their end, so that the host has to compare them whole. */
  alike: Array.from({ length: 1_000 }, (_, index) => `${'a'.repeat(10_000)}${1_000 + index}`),
  digits: Array.from({ length: 1_000 }, (_, index) => `${'1'.repeat(1_000)}${1_000 + index}`),
  blanks: `${' '.repeat(500_000)}x`,
  blankTexts: Array.from({ length: 250 }, () => `${' '.repeat(2_000)}x`),
  shortBlanks: Array.from({ length: 20_000 }, (_, index) => `${' '.repeat(20)}x${index}`),
  marks: `a${'\u0301\u0316'.repeat(40_000)}`,
  markTexts: Array.from({ length: 500 }, () => '\u0301\u0316'.repeat(40)),
  /** Nearly occurs at every place of `letters`. */
  almost: `${'a'.repeat(25_000)}b${'a'.repeat(25_000)}`,
  fields: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, `v${index}`])),
};

/**
 * JSON that takes the host longest for its length: rows of names that few other objects have, and short texts that are all different. Objects of
 * thousands of different first names are left out: once there are so many, the host makes all other objects two to three times as slowly.
 */
export const jsonTexts = {
  shapes: JSON.stringify(
    json.numbers.map((number) => Object.fromEntries([3, 7, 11, 13].map((step) => [`f${(number * step) % 29}`, 1]))),
  ),
  optional: JSON.stringify(
    json.numbers
      .slice(0, 50_000)
      .map((number) =>
        Object.fromEntries(
          Array.from({ length: 16 }, (_, bit) => [`f${bit}`, 1]).filter((_, bit) => (number >> bit) & 1),
        ),
      ),
  ),
  shortTexts: JSON.stringify(json.numbers.map((number) => `n${number}`)),
  escapedTexts: JSON.stringify(json.numbers.map((number) => `"\n${number}`)),
};

const item = { json: { ...json, ...jsonTexts } };
export const data: ExpressionData = {
  workflow: { id: '1', name: 'Limits', active: false },
  execution: { id: '1', mode: 'manual' },
  node: { name: 'Set', typeVersion: 1 },
  runIndex: 0,
  inputs: [[item]],
  source: [{ previousNode: 'Before' }],
  timezone: 'America/New_York',
  now: () => Date.UTC(2024, 4, 15),
  random: () => 0.5,
  hasNode: () => true,
  runsOf: () => [{ startTime: 0, executionTime: 0, source: [null], data: { main: [[item]] } }],
  outputLeadingHere: () => 0,
  leadsHere: () => true,
  parametersOf: () => ({}),
  contextOf: () => ({}),
};
