import { limits, type PushMessage } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectPush, isPushConnected, onPush, onPushLoss, onPushReconnect } from './push.ts';
import { fakeServer } from './server-for-test.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a lost stream is opened again after three seconds, and whoever shows a run is told', () => {
  const server = fakeServer({});
  const reconnected = vi.fn();
  const ends = [onPushReconnect(reconnected), connectPush()];
  server.open();
  expect(isPushConnected()).toBe(true);
  expect(reconnected).not.toHaveBeenCalled();

  server.lose();
  expect(isPushConnected()).toBe(false);
  vi.advanceTimersByTime(limits.pushReconnectDelay - 1);
  expect(server.streams).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(server.streams).toHaveLength(2);
  server.open();
  expect(isPushConnected()).toBe(true);
  expect(reconnected).toHaveBeenCalledOnce();
  for (const end of ends) end();
});

test('the loss of a stream is told once, and not when it could not be opened', () => {
  const server = fakeServer({});
  const lost = vi.fn();
  const ends = [onPushLoss(lost), connectPush()];
  server.lose();
  vi.advanceTimersByTime(limits.pushReconnectDelay);
  expect(lost).not.toHaveBeenCalled();
  server.open();
  server.lose();
  vi.advanceTimersByTime(limits.pushReconnectDelay);
  server.lose();
  expect(lost).toHaveBeenCalledOnce();
  for (const end of ends) end();
});

test('messages reach every listener until it ends', () => {
  const server = fakeServer({});
  const message: PushMessage = { type: 'testWebhookDeleted', data: { workflowId: '1' } };
  const listener = vi.fn();
  const endListening = onPush(listener);
  const end = connectPush();
  server.open();
  server.push(message);
  expect(listener).toHaveBeenCalledExactlyOnceWith(message);
  endListening();
  server.push(message);
  expect(listener).toHaveBeenCalledOnce();
  end();
});

test('after its end nothing is opened any more', () => {
  const server = fakeServer({});
  const end = connectPush();
  server.lose();
  end();
  vi.advanceTimersByTime(60_000);
  expect(server.streams).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
