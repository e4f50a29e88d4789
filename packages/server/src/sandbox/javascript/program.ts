import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CodePackages } from './packages.ts';

/** The text that each isolate begins with: the libraries that code finds there, and the files of `../isolate`. */

const require = createRequire(import.meta.url);

const textOf = (module: string): string => readFileSync(require.resolve(module), 'utf8');

/** In the order of their dependencies. The last begins. */
const files = [
  'host',
  'failures',
  'console',
  'timers',
  'text',
  'url',
  'modules',
  'files',
  'nodes',
  'helpers',
  'variables',
  'start',
];

/** Without types; what it exports is an object of its name, and what it imports is read from those of others. */
const toScript = (name: string): string => {
  const source = readFileSync(fileURLToPath(new URL(`../isolate/${name}.ts`, import.meta.url)), 'utf8');
  const plain = stripTypeScriptTypes(source);
  const exported = [...plain.matchAll(/^export (?:const|class|function) (\w+)/gm)].map(([, one]) => one);
  const body = plain
    .replace(/^import (\{[^}]*\}) from '\.\/(\w+)\.ts';$/gm, 'const $1 = file_$2;')
    .replace(/^export (?=const|class|function)/gm, '');
  return `const file_${name} = (() => {${body}\nreturn { ${exported.join(', ')} }; })();`;
};

/** A module of the older kind as an expression that gives its exports. */
const commonJs = (source: string, requires = '{}'): string =>
  `((module, required) => { ((exports, require, module) => {${source}\n})(module.exports, (name) => required[name], module); return module.exports; })({ exports: {} }, ${requires})`;

/** What the program knows of the settings. */
export interface ProgramSettings {
  builtins: readonly string[];
  mostCharacters: number;
}

export const makeProgram = ({ files: packageFiles, entries }: CodePackages, settings: ProgramSettings): string => {
  const fromBuffer = createRequire(require.resolve('buffer/'));
  const bufferParts = ['base64-js', 'ieee754']
    .map((name) => `${JSON.stringify(name)}: ${commonJs(readFileSync(fromBuffer.resolve(name), 'utf8'))}`)
    .join(', ');
  const wrappers = Object.entries(packageFiles)
    .filter(([path]) => !path.endsWith('.json'))
    .map(
      ([path, { code }]) =>
        `${JSON.stringify(path)}: function (exports, require, module, __filename, __dirname) {${code}\n}`,
    );
  return [
    '(() => {',
    // Some libraries look for these when they are loaded.
    'globalThis.global = globalThis; globalThis.self = globalThis;',
    `const luxon = ${commonJs(textOf('luxon'))};`,
    `const jmespath = ${commonJs(textOf('jmespath'))};`,
    `const { Buffer } = ${commonJs(textOf('buffer/'), `{ ${bufferParts} }`)};`,
    'delete globalThis.self;',
    `const programSettings = ${JSON.stringify(settings)};`,
    `const packageEntries = ${JSON.stringify(entries)};`,
    `const packageFiles = ${JSON.stringify(withoutCode(packageFiles))};`,
    `const packageWrappers = { ${wrappers.join(',\n')} };`,
    ...files.map(toScript),
    '})();',
  ].join('\n');
};

/** The text of JSON is kept: nobody runs it. */
const withoutCode = (files: CodePackages['files']): CodePackages['files'] =>
  Object.fromEntries(
    Object.entries(files).map(([path, file]) => [path, path.endsWith('.json') ? file : { ...file, code: '' }]),
  );
