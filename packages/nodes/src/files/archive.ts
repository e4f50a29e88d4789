/** ZIP archives, read with an eye on what they may cost. */
import type { BinaryData } from '@millrace/contract/data';
import { type BinaryServices, NodeError } from '@millrace/engine/node-api';

export interface ArchiveEntry {
  name: string;
  /** Bytes, as the archive says. */
  size: number;
  packedSize: number;
}

/** What a person may unpack at once. */
export const unpackingLimits = {
  entries: 10_000,
  bytes: 2 * 1024 * 1024 * 1024,
  /** Bytes for each packed byte, where there are many. */
  ratio: 200,
  /** Below this nobody asks for the ratio: text that repeats itself packs well. */
  freeBytes: 32 * 1024 * 1024,
};

type Limits = typeof unpackingLimits;

/**
 * Adds up what comes out of a packed file.
 *
 * @param packedBytes what has gone in so far
 * @throws NodeError as soon as it is too much
 */
export const createMeter = (packedBytes: () => number, limits: Limits) => {
  let bytes = 0;
  let entries = 0;
  return {
    entry() {
      if (++entries > limits.entries)
        throw new NodeError(`The archive has more than ${limits.entries} entries`, { description: advice });
    },
    add(more: number) {
      bytes += more;
      if (bytes > limits.bytes)
        throw new NodeError(`What the archive holds is larger than ${limits.bytes / 1024 / 1024} MB`, {
          description: advice,
        });
      if (bytes > limits.freeBytes && bytes > packedBytes() * limits.ratio)
        throw new NodeError(`The archive grows to more than ${limits.ratio} times its size, as only bombs do`, {
          description: advice,
        });
    },
  };
};

const advice = 'It was not unpacked. Take it apart elsewhere if you trust whoever has made it.';

const toEntry = ({
  filename,
  uncompressedSize,
  compressedSize,
}: {
  filename: string;
  uncompressedSize: number;
  compressedSize: number;
}) => ({
  name: filename,
  size: uncompressedSize,
  packedSize: compressedSize,
});

type Entry = import('@zip.js/zip.js').Entry;

/** What an archive says that it holds. @throws NodeError where it is none */
export const listArchive = async (bytes: Uint8Array): Promise<ArchiveEntry[]> => {
  const { Uint8ArrayReader, ZipReader } = await loadZip();
  const reader = new ZipReader(new Uint8ArrayReader(bytes), ownChecks);
  try {
    const meter = createMeter(() => bytes.length, unpackingLimits);
    const entries: ArchiveEntry[] = [];
    for await (const entry of reader.getEntriesGenerator()) {
      meter.entry();
      entries.push(toEntry(entry));
    }
    return entries;
  } catch (error) {
    throw noArchive(error);
  } finally {
    await reader.close();
  }
};

const noArchive = (cause: unknown): NodeError =>
  cause instanceof NodeError ? cause : new NodeError('The file is no ZIP archive, or is damaged', { cause });

/** Names are judged here, so that the message can say which one it is. */
const ownChecks = { filenameValidation: 'tolerant' } as const;

/** Without workers of the browser's kind, which would outlive the node. */
const loadZip = async () => {
  const zip = await import('@zip.js/zip.js');
  zip.configure({ useWebWorkers: false });
  return zip;
};

/** The name as that of a file below some folder; undefined: it is none of these. */
const safeName = (name: string): string | undefined => {
  const parts = name.replaceAll('\\', '/').split('/');
  if (name.includes('\0') || parts[0] === '' || /^[a-z]:/i.test(name) || parts.includes('..')) return undefined;
  const plain = parts.filter((part) => part !== '' && part !== '.').join('/');
  return plain === '' ? undefined : plain;
};

/**
 * Unpacks the files of an archive into the store, one after another and piece by piece. Folders, and what Macs add about files, are left out.
 *
 * @throws NodeError where it is no archive, costs too much, needs a password, or has names that lead elsewhere
 */
export const unpack = async (
  bytes: Uint8Array,
  binary: BinaryServices,
  { signal, limits = unpackingLimits }: { signal: AbortSignal; limits?: Limits },
): Promise<BinaryData[]> => {
  const { Uint8ArrayReader, ZipReader } = await loadZip();
  const reader = new ZipReader(new Uint8ArrayReader(bytes), ownChecks);
  const meter = createMeter(() => bytes.length, limits);
  const files: BinaryData[] = [];
  try {
    const entries: Entry[] = [];
    // All are counted before the first is unpacked.
    for await (const entry of reader.getEntriesGenerator()) {
      meter.entry();
      entries.push(entry);
    }
    for (const entry of entries) {
      if (entry.directory || entry.filename.includes('__MACOSX')) continue;
      const name = safeName(entry.filename);
      if (name === undefined)
        throw new NodeError(`The archive has an entry that leads elsewhere: "${entry.filename}"`, {
          description: advice,
        });
      if (entry.symlink) throw new NodeError(`The archive has a symbolic link: "${name}"`, { description: advice });
      if (entry.encrypted) throw new NodeError(`"${name}" in the archive is locked with a password`);
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          meter.add(piece.length);
          controller.enqueue(piece);
        },
      });
      const unpacked = entry.getData(writable, { signal });
      // The reading side fails with it.
      unpacked.catch(() => {});
      files.push(await binary.write(readable, { fileName: name }));
      await unpacked;
    }
  } catch (error) {
    throw noArchive(error);
  } finally {
    await reader.close();
  }
  return files;
};

/** Files that are packed already: nothing is gained by doing it again. */
const packedTypes = new Set(
  '7z aifc avif bz2 docx gif gz heic heif jpeg jpg mov mp3 mp4 odp ods odt pdf png pptx rar webm webp xlsx zip zst'.split(
    ' ',
  ),
);

/** An archive of files, made piece by piece as it is wanted. Files of the same name get numbers. */
export const pack = async function* (
  files: readonly BinaryData[],
  binary: BinaryServices,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { ZipWriter } = await loadZip();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = new ZipWriter(writable);
  const names = new Set<string>();
  const packing = (async () => {
    for (const [index, file] of files.entries()) {
      const content = ReadableStream.from(binary.open(file));
      const level = packedTypes.has(file.fileExtension?.toLowerCase() ?? '') ? 0 : 6;
      await writer.add(freeName(names, file.fileName || `file_${index}`), content, { level, signal });
    }
    await writer.close();
  })();
  // What reads the archive is told.
  packing.catch((error: unknown) => writable.abort(error).catch(() => {}));
  for await (const piece of readable) yield piece;
  await packing;
};

const freeName = (taken: Set<string>, name: string): string => {
  const [, stem, extension] = /^(.*?)(\.[^./]*)?$/s.exec(name) as unknown as [string, string, string | undefined];
  let free = name;
  for (let count = 1; taken.has(free); count++) free = `${stem} (${count})${extension ?? ''}`;
  taken.add(free);
  return free;
};
