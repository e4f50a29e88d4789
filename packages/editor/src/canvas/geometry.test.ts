import { expect, test } from 'vitest';
import { boxesOverlap, cardBox, centreOf, portDistance, portHeight, positionOfCard, sizeForPorts } from './geometry.ts';

test('a card shares the centre of the square that the public format places, whatever its height', () => {
  for (const size of [sizeForPorts(1, 1), sizeForPorts(1, 6)]) {
    expect(centreOf(cardBox([400, 200], size))).toEqual({ x: 450, y: 250 });
  }
});

test('a card with ports at its lower side grows to the right, and is level with others', () => {
  const size = sizeForPorts(1, 1, 3);
  const box = cardBox([400, 200], size);
  expect(box).toMatchObject({ x: cardBox([400, 200]).x, y: cardBox([400, 200]).y });
  const ports = [0, 1, 2].map((index) => portDistance(index, 3, size.width));
  expect(ports[1]).toBe(size.width / 2);
  expect(ports[1]! - ports[0]!).toBeGreaterThanOrEqual(72);
});

test('the position of a card leads back to the stored position', () => {
  expect(positionOfCard(cardBox([-20, 60], sizeForPorts(1, 4)), 128)).toEqual([-20, 60]);
});

test('nodes of the usual layouts do not touch: 220 apart in a row, 140 below each other', () => {
  const card = cardBox([0, 0]);
  expect(boxesOverlap(card, cardBox([220, 0]), 120)).toBe(false);
  expect(boxesOverlap(card, cardBox([0, 140]), 40)).toBe(false);
});

test('ports are spread around the middle and stay within the card', () => {
  expect(portHeight(0, 1, 96)).toBe(48);
  const { height } = sizeForPorts(1, 5);
  const heights = [0, 1, 2, 3, 4].map((index) => portHeight(index, 5, height));
  expect(heights[2]).toBe(height / 2);
  expect(heights[1]! - heights[0]!).toBe(32);
  expect(Math.min(...heights)).toBeGreaterThan(0);
  expect(Math.max(...heights)).toBeLessThan(height);
});
