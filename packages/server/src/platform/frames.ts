/** How processes that hand each other bytes speak: frames of a head, which is JSON, and bytes. Eight bytes say how long both are. */
export interface Frame<Head> {
  head: Head;
  bytes: Buffer;
}

/** The same bytes, as frames take them. */
export const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const prefixBytes = 8;

/** In pieces, so that nothing is copied. */
export const toFrame = (head: object, ...pieces: readonly Buffer[]): Buffer[] => {
  const headBytes = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(headBytes.length, 0);
  prefix.writeUInt32LE(
    pieces.reduce((sum, piece) => sum + piece.length, 0),
    4,
  );
  return [prefix, headBytes, ...pieces];
};

/**
 * @param limit for what comes from a process that is not trusted: `tooLong` is called for a frame that is longer, and nothing further is read
 * @returns takes the bytes as they come, cut anywhere
 */
export const createFrameReader = <Head>(
  onFrame: (frame: Frame<Head>) => void,
  limit: { mostBytes: number; tooLong(): void } = { mostBytes: Number.POSITIVE_INFINITY, tooLong: () => {} },
): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = [];
  let size = 0;
  /** Bytes that are needed to go on: a prefix, or all of a frame. */
  let wanted = prefixBytes;

  const takeAll = (): Buffer => {
    const [first] = chunks;
    const all = chunks.length === 1 && first ? first : Buffer.concat(chunks);
    chunks = [];
    size = 0;
    return all;
  };

  return (chunk) => {
    if (wanted > limit.mostBytes) return;
    chunks.push(chunk);
    size += chunk.length;
    while (size >= wanted) {
      const all = takeAll();
      const headEnd = prefixBytes + all.readUInt32LE(0);
      const end = headEnd + all.readUInt32LE(4);
      const isWhole = all.length >= end;
      const rest = isWhole ? all.subarray(end) : all;
      if (rest.length > 0) chunks.push(rest);
      size = rest.length;
      wanted = isWhole ? prefixBytes : end;
      if (wanted > limit.mostBytes) {
        chunks = [];
        return limit.tooLong();
      }
      if (isWhole)
        onFrame({
          head: JSON.parse(all.toString('utf8', prefixBytes, headEnd)) as Head,
          bytes: all.subarray(headEnd, end),
        });
    }
  };
};
