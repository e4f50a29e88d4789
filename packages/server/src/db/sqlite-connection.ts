import SqliteConnection from 'better-sqlite3';

/**
 * A connection to a database file, with the settings that all connections of the server share.
 *
 * @param busyTimeout milliseconds for which a statement holds its thread while another connection holds the database
 */
export const connectSqlite = (file: string, busyTimeout: number): SqliteConnection.Database => {
  const connection = new SqliteConnection(file, { timeout: 5000 });
  // Room that pruning makes can be given back; it takes effect on a new file only, and before anything is written to it.
  connection.pragma('auto_vacuum = INCREMENTAL');
  connection.pragma('journal_mode = WAL');
  // An acknowledged event must survive a power cut, so each commit is on the disk before it is answered.
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  // Half of what SQLite allows by itself stays unused: pages of 4 KiB, 64 MiB of them.
  connection.pragma('cache_size = -65536');
  connection.pragma(`busy_timeout = ${busyTimeout}`);
  return connection;
};

/** Another connection holds the database. */
export const isBusyFailure = (error: unknown): boolean =>
  /^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown } | null)?.code ?? ''));
