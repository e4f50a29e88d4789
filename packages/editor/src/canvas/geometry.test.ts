import { expect, test } from 'vitest';
import { boxesOverlap, cardBox, centreOf, heightForPorts, portHeight, positionOfCard } from './geometry.ts';

test('a card shares the centre of the square that the public format places, whatever its height', () => {
  for (const height of [60, heightForPorts(1, 6)]) {
    expect(centreOf(cardBox([400, 200], height))).toEqual({ x: 450, y: 250 });
  }
});

test('the position of a card leads back to the stored position', () => {
  expect(positionOfCard(cardBox([-20, 60], 112), 112)).toEqual([-20, 60]);
});

test('nodes of the usual layouts do not touch: 220 apart in a row, 140 below each other', () => {
  const card = cardBox([0, 0], 60);
  expect(boxesOverlap(card, cardBox([220, 0], 60), 50)).toBe(false);
  expect(boxesOverlap(card, cardBox([0, 140], 60), 50)).toBe(false);
});

test('ports are spread around the middle and stay within the card', () => {
  expect(portHeight(0, 1, 60)).toBe(30);
  const height = heightForPorts(1, 5);
  const heights = [0, 1, 2, 3, 4].map((index) => portHeight(index, 5, height));
  expect(heights[2]).toBe(height / 2);
  expect(Math.min(...heights)).toBeGreaterThan(0);
  expect(Math.max(...heights)).toBeLessThan(height);
});
