import { expect, test } from 'vitest';
import { besidePoint } from './opening.ts';

const screen = { width: 1440, height: 900 };

test('it opens at the pointer, to its right', () => {
  expect(besidePoint({ x: 400, y: 200 }, screen)).toMatchObject({ left: 408, top: 178, width: 340, height: 440 });
});

test('near the right edge it opens to the left, near the lower one higher', () => {
  expect(besidePoint({ x: 1300, y: 850 }, screen)).toMatchObject({ left: 1300 - 8 - 340, top: 900 - 440 - 12 });
});

test('it fits small screens', () => {
  expect(besidePoint({ x: 200, y: 300 }, { width: 320, height: 400 })).toMatchObject({ left: 12, top: 12, width: 296 });
});
