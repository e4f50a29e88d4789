import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir } from 'node:fs/promises';
import path from 'node:path';

/** Paths of all files below a folder, relative to it. Links are not followed. */
const filesBelow = async function* (folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder, { recursive: true }))
    if (entry.isFile()) yield path.relative(folder, path.join(entry.parentPath, entry.name));
};

/** SHA-512 over names and contents of all files in some folders, which tells whether they are as they were. Bytes are those of the contents. */
export const digestOf = async (
  root: string,
  folders: readonly string[],
): Promise<{ digest: string; bytes: number }> => {
  const files: string[] = [];
  for (const folder of folders)
    for await (const file of filesBelow(path.join(root, folder))) files.push(path.join(folder, file));
  const hash = createHash('sha512');
  let bytes = 0;
  for (const file of files.sort()) {
    hash.update(`${file}\0`);
    for await (const piece of createReadStream(path.join(root, file))) {
      hash.update(piece as Buffer);
      bytes += (piece as Buffer).length;
    }
    hash.update('\0');
  }
  return { digest: hash.digest('base64'), bytes };
};
