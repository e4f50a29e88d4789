import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { LicenseList } from './src/help/license-list.ts';

const root = resolve(import.meta.dirname, '../..');

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

const textIn = async (folder: string): Promise<string | undefined> => {
  const files = await readdir(folder).catch(() => []);
  const name = files.find((file) => /^(?:licen[cs]e|copying)(?:[.-].*)?$/i.test(file));
  return name === undefined ? undefined : (await readFile(join(folder, name), 'utf8')).trim();
};

/** The packages of others that this machine's instance consists of, by the lock file, with the texts that they bring along. */
const readLicenses = async (): Promise<LicenseList> => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const texts = new Map<string, number>();
  const listed: LicenseList['packages'][number][] = [];
  for (const [path, { version, license, dev, link }] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0 || dev || link || version === undefined) continue;
    const folder = join(root, path);
    // Of packages for other machines nothing is installed.
    if ((await readdir(folder).catch(() => [])).length === 0) continue;
    const text = await textIn(folder);
    if (text !== undefined && !texts.has(text)) texts.set(text, texts.size);
    const name = path.slice(at + 'node_modules/'.length);
    listed.push({ name, version, ...(license && { license }), ...(text !== undefined && { text: texts.get(text)! }) });
  }
  return { packages: listed.sort((a, b) => a.name.localeCompare(b.name, 'en')), texts: [...texts.keys()] };
};

/** Writes `licenses.json`, which the documentation shows. */
export const licenses = (): Plugin => ({
  name: 'licenses',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'licenses.json', source: JSON.stringify(await readLicenses()) });
  },
});
