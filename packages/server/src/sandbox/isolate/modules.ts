import { host, toArrayBuffer } from './host.ts';
import { IsolateTextDecoder, IsolateTextEncoder } from './text.ts';
import { IsolateUrl, IsolateUrlSearchParams } from './url.ts';

/** `require`. Built-in modules are made of what the process around the isolate does for it; packages are run in the isolate. */

type Exports = unknown;
type Natives = Readonly<Record<string, readonly string[]>>;

/** Packages of the operator's list: the text of each file by its path, and where each name leads from there. Left by the program. */
interface PackageFile {
  code: string;
  requires: Record<string, string>;
}
declare const packageFiles: Record<string, PackageFile>;
declare const packageEntries: Record<string, string>;

const plain = (value: unknown): unknown => {
  if (ArrayBuffer.isView(value)) return { $bytes: toArrayBuffer(value as Uint8Array) };
  if (value instanceof ArrayBuffer) return { $bytes: value };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, entry]) => typeof entry !== 'function')
        .map(([key, entry]) => [key, plain(entry)]),
    );
  return value;
};

const lively = (value: unknown): unknown => {
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('$handle' in value) return handle(value as unknown as Handle);
  return value;
};

interface Handle {
  $handle: number;
  methods: string[];
}

const native = (name: string, args: readonly unknown[]): unknown => {
  const answer = host().native(name, args.map(plain)) as { value: unknown } | { error: string };
  if ('error' in answer) throw new Error(answer.error);
  return lively(answer.value);
};

/** An object of the process, such as a hash that is being computed. */
const handle = ({ $handle, methods }: Handle): object => {
  const made: Record<string, unknown> = {};
  for (const method of methods)
    made[method] = (...args: unknown[]) => {
      const result = native('callHandle', [$handle, method, ...args]);
      return result === undefined || result === null ? made : result;
    };
  return made;
};

const functionsOf = (module: string, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.map((name) => [name, (...args: unknown[]) => native('callModule', [module, name, ...args])]),
  );

const promisify =
  (work: (...args: unknown[]) => void) =>
  (...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      work(...args, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
    });

/** What functions of the process do not give by themselves. */
const additions: Readonly<Record<string, (functions: Record<string, unknown>) => Exports>> = {
  buffer: () => ({ Buffer, atob: scopeOf('atob'), btoa: scopeOf('btoa') }),
  url: (functions) => ({ ...functions, URL: IsolateUrl, URLSearchParams: IsolateUrlSearchParams }),
  util: (functions) => ({
    ...functions,
    promisify,
    TextEncoder: IsolateTextEncoder,
    TextDecoder: IsolateTextDecoder,
  }),
  path: (functions) => {
    const path = { ...functions, sep: '/', delimiter: ':' };
    return Object.assign(path, { posix: path });
  },
};

const scopeOf = (name: string): unknown => (globalThis as Record<string, unknown>)[name];

const loaded = new Map<string, { exports: Exports }>();

/** Runs a file of a package once. */
const loadFile = (path: string, requireBuiltin: (name: string) => Exports): Exports => {
  const known = loaded.get(path);
  if (known) return known.exports;
  const file = packageFiles[path];
  if (!file) throw new Error(`The file ${path} of a module is missing`);
  const module = { exports: {} as Exports };
  loaded.set(path, module);
  if (path.endsWith('.json')) {
    module.exports = JSON.parse(file.code);
    return module.exports;
  }
  const require = (name: string): Exports => {
    const target = file.requires[name];
    return target === undefined ? requireBuiltin(name) : loadFile(target, requireBuiltin);
  };
  const wrapper = packageWrappers[path];
  wrapper?.call(module.exports, module.exports, require, module, path, path.replace(/\/[^/]*$/, ''));
  return module.exports;
};

type Wrapper = (exports: Exports, require: unknown, module: object, filename: string, dirname: string) => void;
declare const packageWrappers: Record<string, Wrapper>;

/** Defines `require` for the modules that this instance allows. */
export const openModules = (builtins: readonly string[]): void => {
  const natives = host().native('modules', []) as Natives;
  const made = new Map<string, Exports>();
  const requireBuiltin = (given: string): Exports => {
    const name = given.replace(/^node:/, '');
    if (!builtins.includes(name) || !Object.hasOwn(natives, name))
      throw new Error(`The module "${given}" is not available: the operator of this instance decides which are`);
    if (!made.has(name)) {
      const functions = functionsOf(name, natives[name] ?? []);
      made.set(name, additions[name]?.(functions) ?? functions);
    }
    return made.get(name);
  };
  const require = (given: unknown): Exports => {
    const name = String(given);
    return Object.hasOwn(packageEntries, name)
      ? loadFile(packageEntries[name] as string, requireBuiltin)
      : requireBuiltin(name);
  };
  (globalThis as Record<string, unknown>).require = require;
};
