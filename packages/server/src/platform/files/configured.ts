import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';

/** Which files of the machine nodes may use. All paths are absolute. */
export interface FileSettings {
  /** Folders that are open to nodes, with all that is in them; relative paths begin at the first. */
  open: readonly string[];
  /** One of them that is made when there is none. */
  made?: string;
  /** Files and folders that are never open, but for `made`. */
  closed: readonly string[];
}

/** What the kernel shows of processes and devices: among it the environment of this one. */
export const systemFolders: readonly string[] = ['/proc', '/sys', '/dev'];

/** Where the program itself lies. */
const programFolder = fileURLToPath(new URL('../../../../..', import.meta.url)).replace(/[/\\]+$/, '');

/** What the configuration says of them. */
export const fileSettings = (
  config: Pick<Config, 'dataFolder' | 'files' | 'nodesFolder' | 'credentialsOverwritesFile'>,
): FileSettings => {
  const { dataFolder, files, nodesFolder, credentialsOverwritesFile } = config;
  const closed = [dataFolder, nodesFolder, credentialsOverwritesFile, programFolder]
    .filter((place) => place !== '')
    .map((place) => path.resolve(place));
  const always = [...closed, ...systemFolders];
  if (files === 'none') return { open: [], closed: always };
  if (files !== '') {
    const named = files.split(path.delimiter).map((folder) => folder.trim());
    return { open: named.filter((folder) => folder !== '').map((folder) => path.resolve(folder)), closed: always };
  }
  const made = path.join(dataFolder, 'files');
  return { open: [made], made, closed: always };
};
