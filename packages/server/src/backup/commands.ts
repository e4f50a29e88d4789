import path from 'node:path';
import type { Config } from '../config.ts';
import { backUp } from './backup.ts';
import { BackupError } from './manifest.ts';
import { restore } from './restore.ts';

/** @throws BackupError */
const assertSqlite = ({ databaseUrl }: Config, command: string): void => {
  if (databaseUrl === '') return;
  throw new BackupError(
    `millrace ${command} is for SQLite, and MILLRACE_DATABASE_URL names a PostgreSQL database: use pg_dump and pg_restore, or the snapshots of ` +
      'whoever runs it. Files of runs are in the data folder or the bucket, and are copied after the database. docs/guides/operate.md says how.',
  );
};

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** @returns what to say when it is done */
export const runBackup = async (folder: string, config: Config): Promise<string> => {
  assertSqlite(config, 'backup');
  const target = path.resolve(folder);
  const { dataFolder, encryptionKey: setting } = config;
  const { database, files, encryptionKey } = await backUp({ dataFolder, target, encryptionKey: setting });
  const lines = [
    `${target} holds the database (${megabytes(database.bytes)}, checked) and ${files.count} files (${megabytes(files.bytes)}).`,
  ];
  if (config.binaryStorage === 's3') lines.push('Files of runs are in the bucket, and are not part of it.');
  if (encryptionKey?.isInside === false)
    lines.push('The key of the credentials is MILLRACE_ENCRYPTION_KEY, and not part of it: keep it elsewhere.');
  return [...lines, `To restore it: millrace restore ${target}`].join('\n');
};

/** @returns what to say when it is done */
export const runRestore = async (options: { folder: string; replace: boolean }, config: Config): Promise<string> => {
  assertSqlite(config, 'restore');
  const { dataFolder } = config;
  const source = path.resolve(options.folder);
  const { manifest, replaced } = await restore({ source, dataFolder, replace: options.replace });
  const lines = [`${dataFolder} is as it was at ${manifest.createdAt}.`];
  const { encryptionKey } = manifest;
  if (encryptionKey?.isInside === false)
    lines.push(`Its credentials need the key ${encryptionKey.id}, which was MILLRACE_ENCRYPTION_KEY.`);
  if (replaced !== undefined) lines.push(`What was there before is in ${replaced}.`);
  return lines.join('\n');
};
