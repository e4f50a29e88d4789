import { ask } from './host.ts';

/** Contents of files. They are fetched when the code asks for them: `item.binary.report.data` is base64. */

type File = Record<string, unknown>;

/** Hidden from lists of fields, so that what the code gives back names the file and does not hold it a second time. */
const openFile = (file: File): void => {
  if (file.id === undefined || file.data !== undefined) return;
  let content: unknown;
  Object.defineProperty(file, 'data', {
    get: () => {
      content ??= ask('fileContent', file);
      return content;
    },
    set: (value: unknown) => {
      delete file.id;
      Object.defineProperty(file, 'data', { value, writable: true, configurable: true, enumerable: true });
    },
    configurable: true,
    enumerable: false,
  });
};

/** @returns the item, or the list of items, whose files have their `data` */
export const withContents = <T>(found: T): T => {
  for (const item of Array.isArray(found) ? found : [found]) {
    const { binary } = (item ?? {}) as { binary?: Record<string, File | null> };
    for (const file of Object.values(binary ?? {})) if (typeof file === 'object' && file !== null) openFile(file);
  }
  return found;
};
