import { expect, test } from 'vitest';
import { createSightKeeper } from './keep-in-sight.ts';

const card = (x: number, y: number) => ({ x, y, width: 96, height: 96 });
const size = { width: 1000, height: 800 };
const at = (y: number, zoom = 1) => ({ x: 0, y, zoom });

test('what is seen stays seen when room is taken below it, and comes back when the room does', () => {
  const keep = createSightKeeper();
  const cards = [card(100, 200), card(100, 500)];
  const up = keep(cards, at(0), size, 550);
  expect(596 + up).toBeLessThanOrEqual(550 - 100);
  expect(keep(cards, at(up), { ...size, height: 550 }, 450)).toBe(-152);
  expect(keep(cards, at(-152), { ...size, height: 450 }, 800)).toBe(0);
});

test('nothing moves while nothing is hidden', () => {
  expect(createSightKeeper()([card(100, 200)], at(0), size, 550)).toBe(0);
});

test('nothing goes out at the top for what is at the bottom, and what was out of sight does not count', () => {
  expect(createSightKeeper()([card(100, 60), card(100, 680)], at(0), size, 550)).toBe(-12);
  expect(createSightKeeper()([card(100, 300), card(100, 900), card(2000, 690)], at(0), size, 550)).toBe(0);
});

test('whoever has moved the canvas meanwhile has it stay there', () => {
  const keep = createSightKeeper();
  const cards = [card(100, 300), card(100, 600)];
  const up = keep(cards, at(0), size, 550);
  expect(up).toBeLessThan(0);
  expect(keep(cards, at(up - 7), { ...size, height: 550 }, 800)).toBe(up - 7);
});
