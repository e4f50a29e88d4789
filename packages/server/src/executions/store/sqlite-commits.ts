import type { OpenDatabase } from '../../db/database.ts';
import { isBusyFailure } from '../../db/sqlite-connection.ts';
import { prepareWriter, type Writer } from './sqlite-writer.ts';
import type { ExecutionWrite, ExecutionWriter } from './writes.ts';

/**
 * Where groups of writes on SQLite are committed. While the disk is quick, on the serving thread: handing a group to another thread and back
 * costs more than the commit. While it is slow, while another program holds the database, and for long texts, in the writer thread: requests and
 * workers do not wait for any of these.
 */

/** Milliseconds that a commit waits for a slow disk. */
const slowWait = 2;
/** As many slow commits one after the other are the disk's doing; single ones may be another process that has the processor. */
const slowCommits = 8;
/** Milliseconds after which a slow disk is tried again, with a second slow commit as proof. */
const pause = 10_000;

/** Characters that are better copied to the thread than written here. */
const longText = 65_536;

const isLong = (write: ExecutionWrite): boolean => {
  if (write.kind === 'create') return write.row.start.length > longText;
  if (!('nodes' in write)) return false;
  const ofNodes = write.nodes.reduce((sum, { task, data }) => sum + task.length + (data?.length ?? 0), 0);
  return write.items.reduce((sum, { items }) => sum + items.length, ofNodes) > longText;
};

export const createSqliteCommits = (options: {
  exclusively: NonNullable<OpenDatabase['exclusively']>;
  thread: ExecutionWriter;
  /** Milliseconds that `work` has waited. */
  measure?: (work: () => void) => number;
}): ExecutionWriter => {
  const { exclusively, thread, measure = measureWait } = options;
  let writer: Writer | undefined;
  let slowInARow = 0;
  let slowUntil = 0;
  let isClosed = false;

  const judge = (waited: number): void => {
    slowInARow = waited > slowWait ? slowInARow + 1 : 0;
    if (slowInARow < slowCommits) return;
    slowInARow = slowCommits - 2;
    slowUntil = performance.now() + pause;
  };

  return {
    write(writes) {
      if (isClosed || performance.now() < slowUntil || writes.some(isLong)) return thread.write(writes);
      const written = exclusively((connection) => {
        writer ??= prepareWriter(connection);
        const write = writer;
        let results: ReturnType<Writer> = [];
        judge(
          measure(() => {
            results = write(writes);
          }),
        );
        return results;
      });
      return written.catch((error: unknown) => {
        if (!isBusyFailure(error)) throw error;
        return thread.write(writes);
      });
    },
    close() {
      isClosed = true;
      return thread.close();
    },
  };
};

const measureWait = (work: () => void): number => {
  const began = performance.now();
  const used = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(used);
  return performance.now() - began - (user + system) / 1000;
};
