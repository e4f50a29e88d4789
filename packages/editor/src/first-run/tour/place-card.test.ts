import { expect, test } from 'vitest';
import { placeCard } from './place-card.ts';

const card = { width: 340, height: 200 };
const screen = { width: 1440, height: 900 };

test('the card stands beside its target where there is room, and within the window in any case', () => {
  expect(placeCard({ left: 10, top: 800, width: 48, height: 48 }, card, screen)).toEqual({ left: 72, top: 688 });
  expect(placeCard({ left: 1300, top: 10, width: 100, height: 40 }, card, screen)).toEqual({ left: 946, top: 12 });
  expect(placeCard({ left: 200, top: 100, width: 1000, height: 300 }, card, screen)).toEqual({ left: 530, top: 414 });
  const { left, top } = placeCard({ left: 0, top: 0, width: 400, height: 700 }, card, { width: 400, height: 700 });
  expect([left, top]).toEqual([48, 250]);
});

test('it lies over no neighbours of a node', () => {
  expect(placeCard({ left: 300, top: 300, width: 100, height: 100 }, card, screen, { isRow: true })).toEqual({
    left: 180,
    top: 414,
  });
  expect(
    placeCard({ left: 300, top: 600, width: 100, height: 100 }, card, { width: 1440, height: 800 }, { isRow: true }),
  ).toEqual({ left: 180, top: 386 });
});

test('it leaves free what it speaks of beside its target, where it can', () => {
  const question = { left: 490, top: 135, width: 615, height: 400 };
  const node = { left: 150, top: 285, width: 96, height: 140 };
  expect(placeCard(question, card, { width: 1280, height: 720 }, { avoid: [node] })).toEqual({ left: 136, top: 508 });
  expect(placeCard(question, card, { width: 1280, height: 720 })).toEqual({ left: 136, top: 235 });
});

test('without a target it is at the lower right', () => {
  expect(placeCard(undefined, card, screen)).toEqual({ left: 1088, top: 688 });
});
