import { readFileSync, statSync } from 'node:fs';
import { builtinModules, createRequire, findPackageJSON } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The files of the npm packages that code may use, read before any code runs. */
export interface CodePackages {
  /** By path: the text, and where the names lead that it requires. */
  files: Record<string, { code: string; requires: Record<string, string> }>;
  /** The first file of each package. */
  entries: Record<string, string>;
}

/** Stands for what is not there. */
const emptyFile = 'empty.json';
const mostFiles = 5_000;
const requireCall = /\brequire\s*\(\s*(['"])([^'"\n]+)\1\s*\)/g;

const isBuiltin = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);

/** The first file that a field of a package names for those that take CommonJS. */
const namedFile = (exported: unknown): string | undefined => {
  if (typeof exported === 'string') return /\.mjs$/.test(exported) ? undefined : exported;
  if (typeof exported !== 'object' || exported === null) return undefined;
  const { require: required, default: fallback } = exported as Record<string, unknown>;
  const candidates = Array.isArray(exported) ? exported : [required, fallback];
  return candidates.map(namedFile).find((file) => file !== undefined);
};

/** Node may resolve to an ES module where a package has both. */
const commonJsVariant = (file: string): string => {
  const at = file.endsWith('.mjs') ? findPackageJSON(pathToFileURL(file)) : undefined;
  if (at === undefined) return file;
  const { exports = {}, main } = JSON.parse(readFileSync(at, 'utf8')) as {
    exports?: Record<string, unknown>;
    main?: string;
  };
  const named = namedFile(exports['.'] ?? exports) ?? main;
  return named === undefined ? file : path.join(path.dirname(at), named);
};

/** Browsers have what an isolate has: a package that has a variant for them means it. Undefined: they have nothing in its place. */
const browserVariant = (file: string): string | undefined => {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    let about: { browser?: unknown; name?: string };
    try {
      about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    } catch {
      continue;
    }
    const { browser } = about;
    if (typeof browser !== 'object' || browser === null) return file;
    const relative = `./${path.relative(folder, file).split(path.sep).join('/')}`;
    const replaced = (browser as Record<string, unknown>)[relative];
    if (replaced === false) return undefined;
    return typeof replaced === 'string' ? path.join(folder, replaced) : file;
  }
  return file;
};

/**
 * @param names packages of the operator's list
 * @param folder in whose `node_modules` they are
 * @throws Error that names the package that cannot be used, and why
 */
export const readPackages = (names: readonly string[], folder: string): CodePackages => {
  const packages: CodePackages = { files: { [emptyFile]: { code: '{}', requires: {} } }, entries: {} };
  const fromFolder = createRequire(path.join(folder, 'package.json'));

  /** @throws Error for a file that is not CommonJS */
  const add = (file: string): void => {
    if (packages.files[file]) return;
    if (Object.keys(packages.files).length >= mostFiles) throw new Error(`it consists of more than ${mostFiles} files`);
    if (!/\.(c?js|json)$/.test(file)) throw new Error(`${file} is neither CommonJS nor JSON`);
    const code = readFileSync(file, 'utf8');
    const requires: Record<string, string> = {};
    packages.files[file] = { code, requires };
    if (file.endsWith('.json')) return;
    if (/^\s*(?:import\b[^(]|export\b)/m.test(code) && !/\b(?:module\.exports|exports\.)/.test(code))
      throw new Error(`${file} is an ES module, and only CommonJS can be used`);
    const within = createRequire(file);
    for (const [, , name = ''] of code.matchAll(requireCall)) {
      if (isBuiltin(name)) continue;
      try {
        const target = browserVariant(commonJsVariant(within.resolve(name)));
        if (target !== undefined) add(target);
        requires[name] = target ?? emptyFile;
      } catch {
        // It is mostly asked for only where it is there. Code that cannot do without it is told.
      }
    }
  };

  for (const name of names) {
    try {
      const entry = browserVariant(commonJsVariant(fromFolder.resolve(name)));
      if (entry === undefined || !statSync(entry).isFile()) throw new Error('it has no file to begin with');
      packages.entries[name] = entry;
      add(entry);
    } catch (error) {
      throw new Error(`The module ${name} cannot be used in code: ${error instanceof Error ? error.message : error}`);
    }
  }
  return packages;
};
