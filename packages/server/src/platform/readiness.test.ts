import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReadiness, type Phase, registerHealthRoutes } from './readiness.ts';

const create = (askDatabase: () => Promise<unknown>, writeToDatabase = askDatabase) => {
  const state = { phase: 'serving' as Phase, time: 0, asked: 0, written: 0 };
  const { readiness, writeFailed } = createReadiness({
    phase: () => state.phase,
    now: () => state.time,
    askDatabase: () => {
      state.asked++;
      return askDatabase();
    },
    writeToDatabase: () => {
      state.written++;
      return writeToDatabase();
    },
  });
  return { state, readiness, writeFailed };
};

test('is there while the database answers, which is asked once a second at most', async () => {
  const { state, readiness } = create(async () => 1);
  for (let index = 0; index < 5; index++) expect(await readiness()).toEqual({ status: 'ok' });
  expect(state.asked).toBe(1);
  state.time = 1000;
  await readiness();
  expect(state.asked).toBe(2);
});

test('comes back with the database', async () => {
  let isAway = true;
  const { state, readiness } = create(async () => {
    if (isAway) throw new Error('password of user x is wrong');
  });
  expect(await readiness()).toEqual({ status: 'unavailable', reason: 'database' });
  isAway = false;
  state.time = 1000;
  expect(await readiness()).toEqual({ status: 'ok' });
});

test('comes back after a failed write when the database takes one, and not when it can just be read', async () => {
  let isFull = true;
  const { state, readiness, writeFailed } = create(
    async () => 1,
    async () => {
      if (isFull) throw new Error('disk is full');
    },
  );
  expect(await readiness()).toEqual({ status: 'ok' });
  writeFailed();
  expect(await readiness()).toEqual({ status: 'unavailable', reason: 'database' });
  state.time = 1000;
  expect(await readiness()).toEqual({ status: 'unavailable', reason: 'database' });
  isFull = false;
  state.time = 2000;
  expect(await readiness()).toEqual({ status: 'ok' });
  state.time = 3000;
  expect(await readiness()).toEqual({ status: 'ok' });
  expect(state).toMatchObject({ asked: 2, written: 3 });
});

test('does not wait for a database that hangs', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { readiness } = create(() => new Promise(() => {}));
  const found = readiness();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await found).toEqual({ status: 'unavailable', reason: 'database' });
});

test.each(['starting', 'stopping'] as const)('is not there while the instance is %s', async (phase) => {
  const { state, readiness } = create(async () => 1);
  state.phase = phase;
  const app = Fastify();
  onTestFinished(() => app.close());
  registerHealthRoutes(app, { isReady: () => true, readiness });
  const answer = await app.inject('/healthz/readiness');
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable', reason: phase }]);
  expect(state.asked).toBe(0);
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
});
