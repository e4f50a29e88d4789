import type { BinaryData } from '@millrace/contract/data';
import type { CredentialData } from '../node-api/credential-data.ts';
import type { AskDataTables } from '../node-api/data-tables.ts';
import type { HostRequest, HostServices, HostTarget } from '../node-api/host.ts';
import type { HttpResponse } from '../node-api/http.ts';
import { createHttpResponse } from '../node-api/http-response.ts';
import { createFakeDisk } from './disk.ts';

/** A host without a world: a clock that tests move, seeded randomness, bytes in memory, and HTTP answers from a script. */

export interface FakeResponse {
  status?: number;
  statusText?: string;
  headers?: Record<string, string | string[]>;
  /** Text and bytes are sent as they are; anything else as JSON with its content type. */
  body?: unknown;
  /** Where redirects have led to. */
  url?: string;
}

export interface FakeHostOptions {
  /** Epoch milliseconds at which the clock stands. Default 2026-01-02T03:04:05.678Z. */
  now?: number;
  seed?: number;
  /** Answers requests; a list is used up in order. An error that is thrown is a failed connection. */
  http?: ((request: HostRequest) => FakeResponse | Promise<FakeResponse>) | FakeResponse[];
  /** IP addresses of hosts. An error that is thrown is a refusal. Default: hosts are given by their addresses, which are allowed. */
  reach?: (target: HostTarget) => string;
  /** What nodes may read of credentials, by type. Requests that name one are only listed: nobody signs them. */
  credentials?: Readonly<Record<string, CredentialData>>;
  /** Answers what nodes ask of data tables. Default: there are none. */
  dataTables?: AskDataTables;
  /** Files of the machine, by absolute path. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  /** Runs commands. Left out: none are run. */
  runCommand?: HostServices['runCommand'];
  /** `atOnce` (default): a sleep moves the clock and ends. `manual`: it ends when the test moves the clock. */
  sleep?: 'atOnce' | 'manual';
}

export interface FakeHost extends HostServices {
  /** Every request made, in order; files that they send as bytes. */
  readonly requests: HostRequest[];
  /** Every host that a client of a node was to connect to, in order. */
  readonly reached: HostTarget[];
  /** Milliseconds of every sleep, in order. */
  readonly sleeps: number[];
  /** The files of the machine now, by path. */
  readonly disk: ReadonlyMap<string, Uint8Array>;
  /** Moves the clock and ends the sleeps that are over by then. */
  advance(milliseconds: number): void;
  /** Resolves when that many sleeps have begun. */
  untilSleeping(count?: number): Promise<void>;
  /** Puts bytes or text into the binary store. */
  store(content: string | Uint8Array, about?: { mimeType?: string; fileName?: string }): Promise<BinaryData>;
}

/** Mulberry32: 0 ≤ x < 1, the same row of numbers for the same seed. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

const toResponse = ({ status = 200, statusText = '', headers = {}, body, url }: FakeResponse): HttpResponse => {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return createHttpResponse(
    {
      status,
      statusText,
      headers: isRaw ? lowered : { 'content-type': 'application/json', ...lowered },
      ...(url !== undefined && { url }),
    },
    toBytes(isRaw ? (body ?? '') : JSON.stringify(body)),
  );
};

export const createFakeHost = (options: FakeHostOptions = {}): FakeHost => {
  let now = options.now ?? Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  const random = seededRandom(options.seed ?? 1);
  const script = Array.isArray(options.http) ? [...options.http] : options.http;
  const files = new Map<string, Uint8Array>();
  const disk = new Map(Object.entries(options.files ?? {}).map(([path, content]) => [path, toBytes(content)]));
  const requests: HostRequest[] = [];
  const reached: HostTarget[] = [];
  const sleeps: number[] = [];
  let sleeping: { end: number; wake: () => void }[] = [];
  let watchers: { count: number; resolve: () => void }[] = [];

  const write = async (
    content: Uint8Array | AsyncIterable<Uint8Array>,
    about: { mimeType?: string; fileName?: string },
  ): Promise<BinaryData> => {
    const bytes =
      content instanceof Uint8Array
        ? content
        : await createHttpResponse({ status: 0, statusText: '', headers: {} }, content).bytes();
    const id = `binary-${files.size + 1}`;
    files.set(id, bytes);
    const extension = about.fileName?.match(/\.([^.]+)$/)?.[1];
    return {
      id,
      mimeType: about.mimeType ?? 'application/octet-stream',
      fileSize: bytes.length,
      ...(about.fileName !== undefined && { fileName: about.fileName }),
      ...(extension !== undefined && { fileExtension: extension }),
    };
  };

  const read = async ({ id, data }: BinaryData): Promise<Uint8Array> => {
    const bytes = id === undefined ? undefined : files.get(id);
    if (bytes) return bytes;
    if (data === undefined) throw new Error(`No binary data with id ${id}`);
    return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  };

  /** As it reaches the service. */
  const readBody = async (body: HostRequest['body']): Promise<HostRequest['body']> => {
    if (typeof body !== 'object') return body;
    if ('file' in body) return read(body.file);
    if (!('parts' in body)) return body;
    const pieces = body.parts.map(async (part) =>
      typeof part === 'string' ? new TextEncoder().encode(part) : read(part.file),
    );
    return new Uint8Array((await Promise.all(pieces)).flatMap((piece) => [...piece]));
  };

  return {
    requests,
    reached,
    sleeps,
    disk,
    ...(options.dataTables && { dataTables: () => options.dataTables! }),
    runCommand: options.runCommand,
    files: () => createFakeDisk(disk, () => now),
    now: () => now,
    random,
    yield: () => Promise.resolve(),
    sleep: (milliseconds, signal) => {
      sleeps.push(milliseconds);
      if (options.sleep !== 'manual') {
        now += milliseconds;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        sleeping.push({ end: now + milliseconds, wake: resolve });
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        for (const watcher of watchers) if (sleeping.length >= watcher.count) watcher.resolve();
        watchers = watchers.filter((watcher) => sleeping.length < watcher.count);
      });
    },
    advance: (milliseconds) => {
      now += milliseconds;
      const over = sleeping.filter(({ end }) => end <= now);
      sleeping = sleeping.filter(({ end }) => end > now);
      for (const { wake } of over) wake();
    },
    untilSleeping: (count = 1) =>
      sleeping.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            watchers.push({ count, resolve });
          }),
    http: async (request) => {
      const { body } = request;
      const made = { ...request, body: await readBody(body) };
      requests.push(made);
      const next = Array.isArray(script) ? script.shift() : await script?.(made);
      if (!next) throw new Error(`The test has no answer for ${request.method} ${request.url}`);
      return toResponse(next);
    },
    reach: async (target) => {
      reached.push(target);
      return options.reach?.(target) ?? target.host;
    },
    binary: {
      write,
      read,
      async *open(data) {
        yield await read(data);
      },
    },
    credential: async ({ type }) => {
      const data = options.credentials?.[type];
      if (!data) throw new Error(`The test has no credential of type ${type}`);
      return data;
    },
    store: (content, about = {}) => write(toBytes(content), about),
  };
};
