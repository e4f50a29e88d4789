/**
 * Bytes of binary data as files, one folder an execution, so that they go with it. An id is `<execution>/<uuid>`; it becomes a
 * path only after it has matched that pattern, and names that users gave never do.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BinaryData } from '@millrace/contract';
import { NodeError } from '@millrace/engine/node-api';
import { detectMediaType, fileExtensionOf, sampleSize } from './media-type.ts';

export interface BinaryStore {
  /**
   * Stores bytes and gives the reference to put into an item. Nothing stays behind if the content fails half way.
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
  /** For sending; undefined if there is nothing under this id. `size` in bytes. */
  open(id: string): Promise<{ stream: Readable; size: number } | undefined>;
  deleteExecution(executionId: string): Promise<void>;
  /** Ids of the executions that have data here, whether or not they are stored themselves. */
  executionIds(): Promise<string[]>;
}

const executionPattern = /^[1-9]\d{0,17}$/;
const idPattern = /^[1-9]\d{0,17}\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

export const createBinaryStore = (folder: string): BinaryStore => {
  const pathOf = (id: string): string | undefined => (idPattern.test(id) ? join(folder, id) : undefined);

  const folderOf = (executionId: string): string => {
    if (!executionPattern.test(executionId)) throw new Error(`"${executionId}" cannot own binary data`);
    return join(folder, executionId);
  };

  /** Bytes written and the first of them. */
  const writeFile = async (path: string, content: Uint8Array | AsyncIterable<Uint8Array>) => {
    const file = await open(path, 'wx', 0o600);
    try {
      if (content instanceof Uint8Array) {
        await file.writeFile(content);
        return { size: content.length, sample: content.subarray(0, sampleSize) };
      }
      let size = 0;
      let sample: Uint8Array = new Uint8Array(0);
      for await (const chunk of content) {
        if (sample.length < sampleSize) sample = Buffer.concat([sample, chunk.subarray(0, sampleSize - sample.length)]);
        await file.writeFile(chunk);
        size += chunk.length;
      }
      return { size, sample };
    } finally {
      await file.close();
    }
  };

  return {
    async write(executionId, content, about) {
      const home = folderOf(executionId);
      const uuid = randomUUID();
      const path = join(home, uuid);
      await mkdir(home, { recursive: true });
      try {
        const { size, sample } = await writeFile(path, content);
        const mimeType = await detectMediaType(about, sample);
        return {
          id: `${executionId}/${uuid}`,
          mimeType,
          fileName: about.fileName,
          fileExtension: fileExtensionOf(about.fileName, mimeType),
          fileSize: size,
        };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    async read(data) {
      if (data.id === undefined && data.data !== undefined) return Buffer.from(data.data, 'base64');
      const path = data.id === undefined ? undefined : pathOf(data.id);
      try {
        if (path) return await readFile(path);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      throw new NodeError(`The file ${data.fileName ? `"${data.fileName}" ` : ''}is not stored any more`);
    },

    async open(id) {
      const path = pathOf(id);
      if (!path) return undefined;
      try {
        const { size } = await stat(path);
        return { stream: createReadStream(path), size };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async deleteExecution(executionId) {
      await rm(folderOf(executionId), { recursive: true, force: true });
    },

    async executionIds() {
      try {
        return (await readdir(folder)).filter((name) => executionPattern.test(name));
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  };
};
