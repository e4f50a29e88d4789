/**
 * What every command of the repository needs first: packages installed as the lock file says, the editor built from the present
 * sources. Runs on any Node from 20 on; everything else runs on the Node that the lock file pins.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
/** The pinned Node. */
export const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** What a server process is to be given. */
export const nodeArguments = JSON.parse(readFileSync(join(root, 'packages/server/node-arguments.json'), 'utf8'));

const marker = join(root, 'node_modules/.installed');

/** Runs a command to its end, its output on our terminal. @returns its exit code; 1 if a signal ended it */
export const run = (command, args, options = {}) =>
  new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32' && command === 'npm',
      ...options,
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, ...options.env },
    });
    child.on('error', fail);
    child.on('exit', (code) => done(code ?? 1));
  });

const mustRun = async (what, command, args) => {
  const code = await run(command, args);
  if (code !== 0) {
    console.error(`\n${what} failed (${command} ${args.join(' ')} ended with ${code}).`);
    process.exit(code);
  }
};

const hashOf = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
};

/** Installs what is missing. `production` leaves out what only development and tests need. */
export const ensureInstalled = async (kind) => {
  const lock = hashOf([join(root, 'package-lock.json')]);
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  if (installed === `${lock} full` || (kind === 'production' && installed === `${lock} production`)) return;
  console.log('Installing packages…');
  const ci = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  await mustRun('The installation', 'npm', kind === 'production' ? [...ci, '--omit=dev'] : [...ci, '--include=dev']);
  writeFileSync(marker, `${lock} ${kind}`);
};

const filesBelow = async (folder) => {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));
};

/** Builds the editor if its sources are not those that it was built from. */
export const ensureEditorBuilt = async () => {
  const sources = (
    await Promise.all(
      ['packages/editor/src', 'packages/editor/public', 'packages/contract/src', 'packages/engine/src']
        .filter((folder) => existsSync(join(root, folder)))
        .map(filesBelow),
    )
  ).flat();
  const single = ['packages/editor/index.html', 'packages/editor/vite.config.ts', 'package-lock.json'];
  const hash = hashOf([...sources, ...single.map((path) => join(root, path))].sort());
  const built = join(root, 'packages/editor/dist/.built-from');
  if (existsSync(built) && readFileSync(built, 'utf8') === hash) return;
  console.log('Building the editor…');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await mustRun('The build of the editor', node, [vite, 'build', 'packages/editor', '--logLevel', 'warn']);
  mkdirSync(join(root, 'packages/editor/dist'), { recursive: true });
  writeFileSync(built, hash);
};

/** Of many files: their times and sizes tell sooner than their contents whether they are still the same. */
const stampOf = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\0${mtimeMs}\0${size}\0`);
  }
  return hash.digest('hex');
};

/** Makes the catalogue of node types if the definitions are not those that it was made from. */
export const ensureCatalogue = async () => {
  const folders = [
    'packages/nodes/src',
    'packages/engine/src/node-api',
    'packages/engine/src/run',
    'packages/server/src/node-types/describing',
  ];
  const sources = (await Promise.all(folders.map(filesBelow))).flat();
  const stamp = stampOf([...sources, join(root, 'scripts/gen.ts')].sort());
  const made = join(root, 'packages/nodes/dist/.made-from');
  const index = join(root, 'packages/nodes/dist/catalogue/index.json');
  if (existsSync(index) && existsSync(made) && readFileSync(made, 'utf8') === stamp) return;
  await mustRun('The catalogue of node types', node, ['scripts/gen.ts']);
  writeFileSync(made, stamp);
};
