import crypto from 'node:crypto';
import path from 'node:path';
import querystring from 'node:querystring';
import url from 'node:url';
import util from 'node:util';
import zlib from 'node:zlib';

/** What the process does for the code in its isolate: pure functions over copies, of which none reaches files, other processes or the network. */

const modules: Readonly<Record<string, { functions: object; names: readonly string[] }>> = {
  buffer: { functions: {}, names: [] },
  crypto: {
    functions: crypto,
    names: [
      'createHash',
      'createHmac',
      'createCipheriv',
      'createDecipheriv',
      'createSign',
      'createVerify',
      'getCiphers',
      'getHashes',
      'hash',
      'hkdfSync',
      'pbkdf2Sync',
      'privateDecrypt',
      'privateEncrypt',
      'publicDecrypt',
      'publicEncrypt',
      'randomBytes',
      'randomInt',
      'randomUUID',
      'scryptSync',
      'sign',
      'timingSafeEqual',
      'verify',
    ],
  },
  path: {
    functions: path.posix,
    names: ['basename', 'dirname', 'extname', 'format', 'isAbsolute', 'join', 'normalize', 'parse', 'relative'],
  },
  querystring: { functions: querystring, names: ['decode', 'encode', 'escape', 'parse', 'stringify', 'unescape'] },
  url: { functions: url, names: ['format', 'resolve', 'domainToASCII', 'domainToUnicode'] },
  util: { functions: util, names: ['format', 'inspect', 'isDeepStrictEqual', 'stripVTControlCharacters'] },
  zlib: {
    functions: zlib,
    names: [
      'brotliCompressSync',
      'brotliDecompressSync',
      'crc32',
      'deflateRawSync',
      'deflateSync',
      'gunzipSync',
      'gzipSync',
      'inflateRawSync',
      'inflateSync',
      'unzipSync',
    ],
  },
};

/** Of objects that code gets a handle of. */
const methods = ['update', 'digest', 'final', 'setAAD', 'getAuthTag', 'setAuthTag', 'setAutoPadding', 'sign', 'verify'];

type Anything = (...args: unknown[]) => unknown;

const revive = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return Buffer.from(value.$bytes as ArrayBuffer);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, revive(entry)]));
};

const partsOf = ({
  href,
  origin,
  protocol,
  username,
  password,
  host,
  hostname,
  port,
  pathname,
  search,
  hash,
}: URL) => ({
  ...{ href, origin, protocol, username, password, host, hostname, port, pathname, search, hash },
});

/** @returns answers of one run, which may hold objects until it is over */
export const createNatives = (): ((name: string, args: unknown[]) => unknown) => {
  const handles = new Map<number, Record<string, Anything>>();
  let lastHandle = 0;

  const give = (value: unknown): unknown => {
    if (value instanceof ArrayBuffer) return value;
    if (ArrayBuffer.isView(value))
      return value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength) as ArrayBuffer;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null) return { ...value };
    if ([...handles.values()].includes(value as Record<string, Anything>)) return null;
    handles.set(++lastHandle, value as Record<string, Anything>);
    return { $handle: lastHandle, methods: methods.filter((name) => typeof Reflect.get(value, name) === 'function') };
  };

  const attempt = (work: () => unknown): { value: unknown } | { error: string } => {
    try {
      return { value: give(work()) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };

  const table: Readonly<Record<string, Anything>> = {
    modules: () => Object.fromEntries(Object.entries(modules).map(([name, { names }]) => [name, [...names]])),
    callModule: (module, name, ...args) =>
      attempt(() => {
        const found = Object.hasOwn(modules, String(module)) ? modules[String(module)] : undefined;
        if (!found?.names.includes(String(name))) throw new Error(`There is no ${String(module)}.${String(name)} here`);
        return (Reflect.get(found.functions, String(name)) as Anything).apply(found.functions, args.map(revive));
      }),
    callHandle: (id, name, ...args) =>
      attempt(() => {
        const object = handles.get(Number(id));
        if (!object || !methods.includes(String(name))) throw new Error(`There is no ${String(name)} here`);
        return object[String(name)]?.(...args.map(revive));
      }),
    parseUrl: (text, base) => {
      const parsed = URL.parse(String(text), base === undefined ? undefined : String(base));
      return parsed && partsOf(parsed);
    },
    changeUrl: (href, name, value) => {
      const changed = new URL(String(href));
      try {
        Reflect.set(changed, String(name), String(value));
      } catch {
        return null;
      }
      return partsOf(changed);
    },
    parseQuery: (text) => [...new URLSearchParams(String(text))],
    formatQuery: (pairs) => String(new URLSearchParams(pairs as [string, string][])),
  };

  return (name, args) => {
    if (!Object.hasOwn(table, name)) throw new Error(`There is no ${name} here`);
    return table[name]?.(...args);
  };
};
