/** Finds a Chromium, or installs one: Playwright's own download first, then the system's package. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runAsRoot } from './programs.mjs';
import { node, root, run } from './setup.mjs';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const find = async () => {
  const { chromium } = await import('@playwright/test');
  return [process.env.MILLRACE_CHROMIUM, ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
};

/** @returns path of the browser; undefined if none is there and none could be installed */
export const ensureChromium = async () => {
  const present = await find();
  if (present) return present;
  console.log('Installing Chromium…');
  const playwright = [join(root, 'node_modules/@playwright/test/cli.js')];
  if ((await run(node, [...playwright, 'install', 'chromium'])) === 0) {
    await run(node, [...playwright, 'install-deps', 'chromium']);
    return find();
  }
  if (process.platform !== 'linux') return undefined;
  await runAsRoot('apt-get', 'update', '-qq');
  await runAsRoot('apt-get', 'install', '-y', '-qq', 'chromium');
  return find();
};
