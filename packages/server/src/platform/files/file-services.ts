import type { FileServices } from '@millrace/engine/node-api';
import type { FileSettings } from './configured.ts';
import { isMissing } from './failure.ts';
import { listFiles } from './list.ts';
import { createOpener, type OpenFile } from './open-checked.ts';
import { createFilePolicy } from './policy.ts';
import { createWriter } from './write.ts';

const pieceBytes = 256 * 1024;

/**
 * Files of the machine, as nodes use them.
 *
 * @returns by the signal that ends the work
 */
export const createFileServices = (
  settings: FileSettings,
  { openFile }: { openFile?: OpenFile } = {},
): ((signal: AbortSignal) => FileServices) => {
  const policy = createFilePolicy(settings);
  const opener = createOpener(policy, openFile);
  const writer = createWriter(policy, opener);

  return (signal) => ({
    async list(pattern) {
      await policy.prepare();
      return listFiles(pattern, { policy, opener, signal });
    },

    async about(path) {
      await policy.prepare();
      try {
        const { handle, path: at, facts } = await opener.file(path);
        await handle.close();
        return { path: at, size: facts.size, modifiedAt: facts.mtimeMs };
      } catch (error) {
        if (isMissing((error as Error).cause)) return undefined;
        throw error;
      }
    },

    async *read(path) {
      await policy.prepare();
      const { handle } = await opener.file(path);
      yield* handle.createReadStream({ highWaterMark: pieceBytes, signal });
    },

    async write(path, content, { append = false } = {}) {
      await policy.prepare();
      await writer.write(path, content, append, signal);
    },

    async resolve(path) {
      await policy.prepare();
      return opener.real(path);
    },
  });
};
