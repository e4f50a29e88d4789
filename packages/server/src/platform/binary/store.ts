/**
 * Bytes of binary data, which belong to one execution each and go with it. They are kept in a folder or in an S3 bucket. An id is
 * `<execution>/<uuid>`; it becomes a path or a key only after it has matched that pattern, and names that users gave never do.
 */
import { randomUUID } from 'node:crypto';
import type { BinaryData } from '@millrace/contract';
import type { ByteHome, ByteRange, OpenBytes } from './byte-home.ts';
import { createFolderHome } from './folder-home.ts';
import { detectMediaType, fileExtensionOf, sampleSize } from './media-type.ts';
import { fileIsMissing } from './missing.ts';
import { createS3Home } from './s3/s3-home.ts';
import type { S3Settings } from './s3/s3-settings.ts';

/** Where bytes are kept: plain data that can be sent to a worker. It may hold a secret key, so it is never logged. */
export type BinaryStoreSettings = { storage: 'folder'; folder: string } | ({ storage: 's3' } & S3Settings);

/** Everything throws BinaryStorageError when the place cannot be used. */
export interface BinaryStore {
  /**
   * Stores bytes and gives the reference to put into an item. Nothing stays behind if the content fails half way. A stream is passed
   * on as it comes: no more than a few megabytes of it are in memory.
   *
   * @param executionId the execution with which the bytes are deleted
   */
  write(
    executionId: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    about: { mimeType?: string; fileName?: string },
  ): Promise<BinaryData>;
  /** All bytes. @throws NodeError if they are not stored (any more) */
  read(data: BinaryData): Promise<Uint8Array>;
  /** The same piece by piece. */
  stream(data: BinaryData): AsyncIterable<Uint8Array>;
  /** Bytes of the file; undefined if there is nothing under this id. */
  size(id: string): Promise<number | undefined>;
  /** For sending; undefined if there is nothing under this id. */
  open(id: string, range?: ByteRange): Promise<OpenBytes | undefined>;
  deleteExecution(executionId: string): Promise<void>;
  /** As `deleteExecution` for each, in few requests. */
  deleteExecutions(executionIds: readonly string[]): Promise<void>;
  /**
   * Ids of the executions that have data here, whether or not they are stored themselves.
   *
   * @param untouchedSince epoch milliseconds: leaves out those to which a file came later
   */
  executionIds(untouchedSince?: number): Promise<string[]>;
  /** Finds out now whether bytes can be kept here. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const executionPattern = /^[1-9]\d{0,17}$/;
const idPattern = /^[1-9]\d{0,17}\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const requireOwner = (executionId: string): void => {
  if (!executionPattern.test(executionId)) throw new Error(`"${executionId}" cannot own binary data`);
};

/** Passes content on and keeps its size and its first bytes. */
const observe = (content: Uint8Array | AsyncIterable<Uint8Array>) => {
  if (content instanceof Uint8Array)
    return { content, size: () => content.length, sample: () => content.subarray(0, sampleSize) };
  let size = 0;
  let sample: Uint8Array = new Uint8Array(0);
  const passing = async function* () {
    for await (const chunk of content) {
      if (sample.length < sampleSize) sample = Buffer.concat([sample, chunk.subarray(0, sampleSize - sample.length)]);
      size += chunk.length;
      yield chunk;
    }
  };
  return { content: passing(), size: () => size, sample: () => sample };
};

const readAll = async ({ stream, size }: OpenBytes): Promise<Uint8Array> => {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) filled += chunk.copy(bytes, filled);
  return bytes.subarray(0, filled);
};

const createHome = (settings: BinaryStoreSettings): ByteHome =>
  settings.storage === 's3' ? createS3Home(settings) : createFolderHome(settings.folder);

/** @param where settings, or the path of a folder */
export const createBinaryStore = (where: BinaryStoreSettings | string): BinaryStore => {
  const home = createHome(typeof where === 'string' ? { storage: 'folder', folder: where } : where);

  const openFile = async (file: BinaryData): Promise<OpenBytes> => {
    const opened = file.id !== undefined && idPattern.test(file.id) ? await home.open(file.id) : undefined;
    if (opened) return opened;
    throw fileIsMissing(file);
  };

  return {
    async write(executionId, content, about) {
      requireOwner(executionId);
      const id = `${executionId}/${randomUUID()}`;
      const observed = observe(content);
      await home.put(id, observed.content);
      const mimeType = await detectMediaType(about, observed.sample());
      return {
        id,
        mimeType,
        fileName: about.fileName,
        fileExtension: fileExtensionOf(about.fileName, mimeType),
        fileSize: observed.size(),
      };
    },

    async read(data) {
      return data.id === undefined && data.data !== undefined
        ? Buffer.from(data.data, 'base64')
        : readAll(await openFile(data));
    },

    async *stream(data) {
      if (data.id === undefined && data.data !== undefined) yield Buffer.from(data.data, 'base64');
      else yield* (await openFile(data)).stream as AsyncIterable<Uint8Array>;
    },

    size: async (id) => (idPattern.test(id) ? home.size(id) : undefined),

    open: async (id, range) => (idPattern.test(id) ? home.open(id, range) : undefined),

    async deleteExecution(executionId) {
      requireOwner(executionId);
      await home.deleteExecutions([executionId]);
    },

    async deleteExecutions(executionIds) {
      for (const executionId of executionIds) requireOwner(executionId);
      if (executionIds.length > 0) await home.deleteExecutions(executionIds);
    },

    async executionIds(untouchedSince = Number.POSITIVE_INFINITY) {
      const found: string[] = [];
      for (const [name, changed] of await home.owners())
        if (executionPattern.test(name) && changed <= untouchedSince) found.push(name);
      return found;
    },

    check: home.check,
    close: home.close,
  };
};
