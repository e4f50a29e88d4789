import type { PushMessage } from '@millrace/contract';
import { vi } from 'vitest';

/** A call that reached the faked server. */
export interface FakeCall {
  method: string;
  /** Path and query under `/rest`. */
  path: string;
  body: unknown;
  headers: Headers;
}
type Answer = { status?: number; data?: unknown; body?: unknown };

/** Stands in for the server: answers calls by `METHOD /path` without query, and opens and breaks the event stream. */
export const fakeServer = (answers: Record<string, Answer | ((call: FakeCall) => Answer | Promise<Answer>)>) => {
  const calls: FakeCall[] = [];
  const streams: FakeEventSource[] = [];

  class FakeEventSource {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onerror: (() => void) | null = null;
    isClosed = false;
    readonly url: string;
    constructor(url: string) {
      this.url = url;
      streams.push(this);
    }
    close() {
      this.isClosed = true;
    }
  }

  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = address.replace('/rest', '');
    const call: FakeCall = {
      method: init.method ?? 'GET',
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    };
    calls.push(call);
    const name = `${call.method} ${path.replace(/\?.*/, '')}`;
    if (!Object.hasOwn(answers, name)) throw new TypeError(`fetch failed: ${name}`);
    const given = answers[name];
    const { status = 200, data, body = { data } } = (typeof given === 'function' ? await given(call) : given) ?? {};
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });

  return {
    calls,
    streams,
    callsTo: (name: string) => calls.filter((call) => `${call.method} ${call.path.replace(/\?.*/, '')}` === name),
    open: () => streams.at(-1)?.onopen?.(),
    lose: () => streams.at(-1)?.onerror?.(),
    push: (message: PushMessage) => streams.at(-1)?.onmessage?.({ data: JSON.stringify(message) }),
  };
};
