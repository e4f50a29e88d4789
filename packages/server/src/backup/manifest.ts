import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { OperatorError } from '../platform/operator-error.ts';

/** A backup cannot be made or restored. Nothing that was there before was changed. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}

const manifestSchema = z.object({
  /** Of the form of backups. */
  format: z.literal(1),
  /** ISO 8601. */
  createdAt: z.string(),
  /** Of the newest migration. */
  schema: z.number(),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
  /** Of the credentials: what it is known by, and whether it is a file of the backup. Missing in older backups, and where there is none. */
  encryptionKey: z.object({ id: z.string(), isInside: z.boolean() }).optional(),
  /** Beside the database: files of runs, and whatever else the data folder holds. */
  files: z.object({ count: z.number(), bytes: z.number() }),
});
export type Manifest = z.infer<typeof manifestSchema>;

const manifestIn = (folder: string): string => path.join(folder, 'backup.json');

/** Written last: a folder that has it is whole. */
export const writeManifest = async (folder: string, manifest: Manifest): Promise<void> => {
  const file = await open(manifestIn(folder), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** @throws BackupError */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(manifestIn(folder), 'utf8').catch((cause: unknown) => {
    throw new BackupError(`${folder} is no whole backup: it has no readable backup.json.`, { cause });
  });
  const { data, error } = manifestSchema.safeParse(parse(text));
  if (!data) throw new BackupError(`${manifestIn(folder)} is not that of a backup.`, { cause: error });
  return data;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};
