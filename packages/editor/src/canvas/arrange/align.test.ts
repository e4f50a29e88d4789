import { expect, test } from 'vitest';
import type { Box } from '../geometry.ts';
import { type Alignment, aligned } from './align.ts';
import { followNotes } from './follow-notes.ts';

const boxes = new Map<string, Box>([
  ['a', { x: 0, y: 0, width: 100, height: 100 }],
  ['b', { x: 150, y: 40, width: 100, height: 200 }],
  ['c', { x: 500, y: 90, width: 200, height: 100 }],
]);
const after = (alignment: Alignment) =>
  [...aligned(boxes, alignment)].map(([key, { x, y }]) => {
    const box = boxes.get(key)!;
    return [key, box.x + x, box.y + y];
  });

test.each<[Alignment, [string, number, number][]]>([
  [
    'left',
    [
      ['a', 0, 0],
      ['b', 0, 40],
      ['c', 0, 90],
    ],
  ],
  [
    'centre',
    [
      ['a', 300, 0],
      ['b', 300, 40],
      ['c', 250, 90],
    ],
  ],
  [
    'right',
    [
      ['a', 600, 0],
      ['b', 600, 40],
      ['c', 500, 90],
    ],
  ],
  [
    'top',
    [
      ['a', 0, 0],
      ['b', 150, 0],
      ['c', 500, 0],
    ],
  ],
  [
    'middle',
    [
      ['a', 0, 70],
      ['b', 150, 20],
      ['c', 500, 70],
    ],
  ],
  [
    'bottom',
    [
      ['a', 0, 140],
      ['b', 150, 40],
      ['c', 500, 140],
    ],
  ],
  [
    'columns',
    [
      ['a', 0, 0],
      ['b', 250, 40],
      ['c', 500, 90],
    ],
  ],
])('%s', (alignment, places) => {
  expect(after(alignment)).toEqual(places);
});

test('one node alone is aligned with nothing', () => {
  expect(aligned(new Map([['a', boxes.get('a')!]]), 'left').size).toBe(0);
});

test('a note around nodes grows with them, one beside a node goes with it, one far away stays', () => {
  const notes = new Map<string, Box>([
    ['around', { x: -40, y: -80, width: 320, height: 400 }],
    ['beside', { x: 720, y: 90, width: 100, height: 100 }],
    ['far', { x: 3000, y: 0, width: 100, height: 100 }],
  ]);
  const moved = new Map(boxes)
    .set('b', { x: 300, y: 40, width: 100, height: 200 })
    .set('c', { x: 560, y: 100, width: 200, height: 100 });
  expect([...followNotes(notes, boxes, moved)]).toEqual([
    ['around', { x: -40, y: -80, width: 470, height: 400 }],
    ['beside', { x: 780, y: 100, width: 100, height: 100 }],
  ]);
});
