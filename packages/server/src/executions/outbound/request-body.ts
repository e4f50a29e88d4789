import type { BinaryData } from '@millrace/contract';
import type { BodyPart } from '@millrace/engine/node-api';
import type { BinaryStore } from '../../platform/binary/index.ts';
import { type ByteReceiver, createByteReceiver } from '../../platform/byte-streams.ts';
import { type BodySource, type ClientBody, isBodySource } from '../../platform/http/exchange.ts';
import type { SentBody } from './protocol.ts';

/** Read from where it lies, each time anew. */
const sourceOfFile = async (file: BinaryData, store: () => Promise<BinaryStore>): Promise<ClientBody> => {
  const files = await store();
  if (file.id === undefined) return files.read(file);
  return { open: () => files.stream(file), size: await files.size(file.id), isRepeatable: true };
};

const toSource = (body: string | Uint8Array): BodySource => {
  const bytes = Buffer.from(body);
  return {
    async *open() {
      yield bytes;
    },
    size: bytes.length,
    isRepeatable: true,
  };
};

const sourceOfParts = async (parts: readonly BodyPart[], store: () => Promise<BinaryStore>): Promise<BodySource> => {
  const sources = await Promise.all(
    parts.map(async (part) => {
      const body = typeof part === 'string' ? part : await sourceOfFile(part.file, store);
      return isBodySource(body) ? body : toSource(body);
    }),
  );
  const sizes = sources.map(({ size }) => size);
  return {
    async *open() {
      for (const source of sources) yield* source.open();
    },
    size: sizes.includes(undefined) ? undefined : sizes.reduce<number>((sum, size = 0) => sum + size, 0),
    isRepeatable: true,
  };
};

/** The body of a request as it is sent; for one that comes piece by piece, with what takes the pieces. */
export const openBody = async (
  sent: SentBody,
  bytes: Buffer,
  options: { store: () => Promise<BinaryStore>; onTaken(bytes: number): void; onPieces(receiver: ByteReceiver): void },
): Promise<ClientBody | undefined> => {
  if (sent === 'none') return undefined;
  if (sent === 'whole') return bytes;
  if (sent !== 'stream')
    return 'parts' in sent ? sourceOfParts(sent.parts, options.store) : sourceOfFile(sent.file, options.store);
  const receiver = createByteReceiver(options.onTaken, () => {});
  options.onPieces(receiver);
  return { open: () => receiver.stream, isRepeatable: false } satisfies BodySource;
};
