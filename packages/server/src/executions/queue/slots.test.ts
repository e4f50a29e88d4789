import { expect, it } from 'vitest';
import { createRoom } from '../workers/room.ts';
import { createSlots, type SlotKind } from './slots.ts';

const slotsOf = (production: number, byWorkflow = 0) => {
  const room = createRoom();
  const told: SlotKind[] = [];
  const slots = createSlots({ limits: { production, manual: 1 }, byWorkflow, room });
  slots.listen((kind) => told.push(kind));
  return { slots, room, told };
};

it('gives as many slots as there are, those of executions by hand apart, and tells of each that is released, once', () => {
  const { slots, told } = slotsOf(2);
  const [first] = [slots.tryTake('production', 1), slots.tryTake('production', 2)];
  expect(slots.tryTake('production', 3)).toBeNull();
  expect(slots.tryTake('manual', 3)).not.toBeNull();
  expect(slots.taken()).toBe(3);
  first?.release();
  first?.release();
  expect(told).toEqual(['production']);
  expect(slots.tryTake('production', 3)).not.toBeNull();
  expect(slots.tryTake('production', 4)).toBeNull();
});

it('leaves some slots to the others, however many executions of one workflow there are', () => {
  const { slots } = slotsOf(10);
  const taken = Array.from({ length: 10 }, () => slots.tryTake('production', 1)).filter(Boolean);
  expect(taken).toHaveLength(8);
  expect(slots.isShareExhausted('production')).toBe(true);
  expect(slots.shares('production')).toEqual({ whole: 8, left: new Map([[1, 0]]) });
  expect(slots.tryTake('production', 2)).not.toBeNull();
  taken[0]?.release();
  expect(slots.isShareExhausted('production')).toBe(false);
});

it('keeps to the limit of one workflow that is set', () => {
  const { slots } = slotsOf(10, 1);
  expect(slots.tryTake('production', 1)).not.toBeNull();
  expect(slots.tryTake('production', 1)).toBeNull();
  expect(slots.tryTake('production', 2)).not.toBeNull();
});

it('keeps what is reserved from others until it is taken or given back', () => {
  const { slots, told } = slotsOf(3);
  expect(slots.reserve('production', 2)).toBe(2);
  expect(slots.reserve('production', 5)).toBe(1);
  expect(slots.tryTake('production', 1)).toBeNull();
  slots.takeReserved('production', 1);
  slots.giveBack('production', 2);
  expect(told).toEqual([]);
  expect(slots.reserve('production', 5)).toBe(2);
});

it('has no free slot while the workers are short of memory', () => {
  const { slots, room, told } = slotsOf(3);
  room.set(false);
  expect(slots.tryTake('production', 1)).toBeNull();
  expect(slots.reserve('production', 3)).toBe(0);
  room.set(true);
  expect(told).toEqual(['production', 'manual']);
  expect(slots.tryTake('production', 1)).not.toBeNull();
});
