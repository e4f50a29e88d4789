import { readFileSync, statSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';

/** The files of the npm packages that code may use, read before any code runs. */
export interface CodePackages {
  /** By path: the text, and where the names lead that it requires. */
  files: Record<string, { code: string; requires: Record<string, string> }>;
  /** The first file of each package. */
  entries: Record<string, string>;
}

const mostFiles = 5_000;
const requireCall = /\brequire\s*\(\s*(['"])([^'"\n]+)\1\s*\)/g;

const isBuiltin = (name: string): boolean => name.startsWith('node:') || builtinModules.includes(name);

/** Browsers have what an isolate has: a package that has a variant for them means it. */
const browserVariant = (file: string): string => {
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
  const packages: CodePackages = { files: {}, entries: {} };
  const fromFolder = createRequire(path.join(folder, 'package.json'));

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
        requires[name] = browserVariant(within.resolve(name));
      } catch {
        // Asked for only where it is there; else the code that wants it is told.
        continue;
      }
      add(requires[name]);
    }
  };

  for (const name of names) {
    try {
      const entry = browserVariant(fromFolder.resolve(name));
      if (!statSync(entry).isFile()) throw new Error('it has no file to begin with');
      packages.entries[name] = entry;
      add(entry);
    } catch (error) {
      throw new Error(`The module ${name} cannot be used in code: ${error instanceof Error ? error.message : error}`);
    }
  }
  return packages;
};
