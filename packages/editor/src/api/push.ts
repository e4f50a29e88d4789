import { limits, type PushMessage } from '@millrace/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { apiBase } from './client.ts';
import { sessionId } from './session.ts';

/** The event stream of this page. Lost connections are tried again every three seconds. */

interface PushState {
  /** null until the first attempt has ended. */
  connected: boolean | null;
}

export const pushStore = createStore<PushState>(() => ({ connected: null }));

const listeners = new Set<(message: PushMessage) => void>();
const reconnectListeners = new Set<() => void>();

/** Calls back with each message, in order. Returns the end of it. */
export const onPush = (listener: (message: PushMessage) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Calls back when the stream is there again after a loss: messages of the time between are gone. */
export const onPushReconnect = (listener: () => void): (() => void) => {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
};

/** Calls back when the stream was there and is lost. Returns the end of it. */
export const onPushLoss = (listener: () => void): (() => void) =>
  pushStore.subscribe((now, before) => {
    if (before.connected === true && now.connected === false) listener();
  });

/** Opens the stream and keeps it open. Returns the end of it. */
export const connectPush = (): (() => void) => {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasLost = false;

  const open = () => {
    source = new EventSource(`${apiBase}/push?sessionId=${sessionId}`);
    source.onopen = () => {
      pushStore.setState({ connected: true });
      if (wasLost) for (const listener of reconnectListeners) listener();
      wasLost = false;
    };
    source.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as PushMessage;
      for (const listener of listeners) listener(message);
    };
    source.onerror = () => {
      source?.close();
      wasLost = true;
      pushStore.setState({ connected: false });
      timer = setTimeout(open, limits.pushReconnectDelay);
    };
  };

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
    pushStore.setState({ connected: null });
  };
};

export const isPushConnected = (): boolean => pushStore.getState().connected === true;

/** False only after a failed attempt, so that nothing is called lost while the page starts. */
export const usePushConnected = (): boolean => useStore(pushStore, (state) => state.connected !== false);
