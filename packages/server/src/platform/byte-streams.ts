/**
 * Streams of bytes between two processes. No more than a window of them is under way: whoever reads says how much was taken, and whoever sends waits for that.
 */

/** Bytes that may be under way. */
const windowSize = 1024 * 1024;
/** Larger pieces are cut, so that none fills the window alone. */
const pieceSize = 64 * 1024;

export interface ByteSender {
  /** Resolves when all has been given to `write`. @throws whatever the source throws, or the reason of `stop` */
  send(source: AsyncIterable<Uint8Array>): Promise<void>;
  /** So many bytes were taken at the other end. */
  taken(bytes: number): void;
  /** Nobody reads any more. */
  stop(reason: Error): void;
}

export const createByteSender = (write: (piece: Uint8Array) => void): ByteSender => {
  let room = windowSize;
  let stopped: Error | undefined;
  let wake: (() => void) | undefined;

  const untilRoom = async (): Promise<void> => {
    while (room <= 0 && !stopped)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (stopped) throw stopped;
  };

  return {
    async send(source) {
      for await (const chunk of source) {
        for (let at = 0; at < chunk.length; at += pieceSize) {
          await untilRoom();
          const piece = chunk.subarray(at, at + pieceSize);
          room -= piece.length;
          write(piece);
        }
      }
      if (stopped) throw stopped;
    },
    taken(bytes) {
      room += bytes;
      wake?.();
    },
    stop(reason) {
      stopped ??= reason;
      wake?.();
    },
  };
};

export interface ByteReceiver {
  /** Can be read once. Leaving it early cancels it. */
  readonly stream: AsyncIterable<Uint8Array>;
  push(piece: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/**
 * @param onTaken told how many bytes were read
 * @param onCancel told when the reader has left before the end
 */
export const createByteReceiver = (onTaken: (bytes: number) => void, onCancel: () => void): ByteReceiver => {
  let pieces: Uint8Array[] = [];
  let outcome: { error?: unknown } | undefined;
  let wake: (() => void) | undefined;

  const settle = (how: { error?: unknown }): void => {
    outcome ??= how;
    wake?.();
  };

  async function* read(): AsyncGenerator<Uint8Array> {
    let isWhole = false;
    try {
      for (;;) {
        const piece = pieces.shift();
        if (piece) {
          onTaken(piece.length);
          yield piece;
        } else if (outcome) {
          isWhole = true;
          if ('error' in outcome) throw outcome.error;
          return;
        } else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      pieces = [];
      if (!isWhole && !outcome) onCancel();
    }
  }

  return {
    stream: read(),
    push(piece) {
      pieces.push(piece);
      wake?.();
    },
    end: () => settle({}),
    fail: (error) => settle({ error }),
  };
};
