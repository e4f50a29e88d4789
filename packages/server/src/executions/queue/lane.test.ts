import { expect, it } from 'vitest';
import { createLane } from './lane.ts';

const laneOf = (running: number, queued: number) => {
  const turns: string[] = [];
  return { lane: createLane<string>({ running, queued }, (entry) => turns.push(entry)), turns };
};

it('lets as many run as it may, queues some, refuses the rest', () => {
  const { lane } = laneOf(1, 2);
  expect([lane.enter(), lane.enter(), lane.enter(), lane.enter()]).toEqual(['running', 'queued', 'queued', 'full']);
});

it('gives free places to those that wait, oldest first', () => {
  const { lane, turns } = laneOf(1, 5);
  for (const entry of ['', 'a', 'b', 'c']) if (lane.enter() === 'queued') lane.wait(entry);
  expect(lane.counts()).toEqual({ running: 1, queued: 3 });
  expect(lane.remove('b')).toBe(true);
  expect(lane.remove('b')).toBe(false);
  lane.leave('running');
  lane.leave('running');
  expect(turns).toEqual(['a', 'c']);
});

it('lets no one overtake the queue', () => {
  const { lane, turns } = laneOf(1, 5);
  lane.enter();
  lane.enter();
  lane.leave('running');
  expect(lane.enter()).toBe('running');
  lane.wait('late');
  expect(turns).toEqual([]);
  lane.leave('running');
  expect(turns).toEqual(['late']);
});

it('takes back a place in the queue that is not needed', () => {
  const { lane } = laneOf(1, 1);
  lane.enter();
  expect(lane.enter()).toBe('queued');
  lane.leave('queued');
  expect(lane.enter()).toBe('queued');
});

it('queues what was accepted before, however full it is, and gives no more turns when it is closed', () => {
  const { lane, turns } = laneOf(1, 1);
  for (const entry of ['a', 'b', 'c']) lane.line(entry);
  expect(turns).toEqual(['a']);
  expect(lane.isFull()).toBe(true);
  expect(lane.close()).toEqual(['b', 'c']);
  lane.leave('running');
  expect(turns).toEqual(['a']);
});
