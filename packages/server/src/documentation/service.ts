import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentationPage } from '@millrace/contract';
import { StableJson } from '../platform/json-text.ts';

export interface Documentation {
  /** JSON of DocumentationPage[]. The files are those of the version, so they are read once. */
  pages(): Promise<StableJson>;
  /** A picture by its name; undefined: there is none. */
  image(name: string): Promise<{ content: Buffer; mimeType: string } | undefined>;
}

/** What people read who use, operate and extend an instance; the folder has more, for those who work on Millrace itself. */
const files = ['README.md', 'configuration.md', 'errors.md'];
const folders = ['guides', 'course', 'nodes'];
const imageFolder = 'images';

const mimeTypes: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** @param folder of the documentation. Where it is missing there are no pages. */
export const createDocumentation = (folder: string): Documentation => {
  const readPage = async (name: string): Promise<DocumentationPage[]> => {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => undefined);
    return text === undefined ? [] : [{ path: name, text }];
  };
  const readPages = async (): Promise<StableJson> => {
    const inFolders = await Promise.all(
      folders.map(async (name) => (await namesIn(path.join(folder, name))).map((file) => `${name}/${file}`)),
    );
    const names = [...files, ...inFolders.flat().filter((name) => name.endsWith('.md'))];
    return new StableJson(JSON.stringify((await Promise.all(names.sort().map(readPage))).flat()));
  };
  let pages: Promise<StableJson> | undefined;
  return {
    pages: () => {
      pages ??= readPages();
      return pages;
    },
    // The name is compared with those that there are, and never becomes a path by itself.
    async image(name) {
      const mimeType = mimeTypes[path.extname(name)];
      if (mimeType === undefined || !(await namesIn(path.join(folder, imageFolder))).includes(name)) return undefined;
      return { content: await readFile(path.join(folder, imageFolder, name)), mimeType };
    },
  };
};
