import { spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from '../../../executions/workers/end-with-parent.ts';
import { createFrameReader, type Frame, toFrame } from '../../../platform/frames.ts';
import { BadBodyError } from './bad-body.ts';
import type { ContentOptions, ParsedContent } from './parse-content.ts';
import { type ParseAnswer, parserDescriptor } from './protocol.ts';

/** A child process that reads one body at a time. */
export interface ParserProcess {
  /** @throws BadBodyError; ParserLostError when it has come to its end over the body */
  parse(bytes: Buffer, options: ContentOptions): Promise<ParsedContent>;
  /** Because of the body that it is reading. */
  kill(): void;
  /** It is not needed any more. */
  release(): void;
}

export class ParserLostError extends Error {
  /** It ran out of memory, or took too long; otherwise it could not be started, or the server stops. */
  readonly isBodysFault: boolean;

  constructor(message: string, isBodysFault: boolean) {
    super(message);
    this.isBodysFault = isBodysFault;
  }
}

const entry = fileURLToPath(new URL('./parser-main.ts', import.meta.url));

const contentOf = ({ head, bytes }: Frame<ParseAnswer>): ParsedContent => {
  if (!head.isRead) throw new BadBodyError(head.message, head.error);
  let at = head.bodyBytes;
  return {
    body: bytes.toString('utf8', 0, at),
    files: head.files.map(({ size, ...about }) => {
      at += size;
      return { ...about, bytes: bytes.subarray(at - size, at) };
    }),
  };
};

/** @param options.onExit told once, also when it could not be started */
export const startParserProcess = (options: { heapMegabytes: number; onExit(): void }): ParserProcess => {
  const guard = endWithParent();
  const compiled = getCompileCacheDir();
  // It sees nothing of the environment but where compiled modules are.
  const child = spawn(guard.execPath, [...guard.prefix, `--max-old-space-size=${options.heapMegabytes}`, entry], {
    env: { ...guard.env, ...(compiled && { NODE_COMPILE_CACHE: path.dirname(compiled) }) },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const socket = child.stdio[parserDescriptor] as Socket;
  let underWay: PromiseWithResolvers<ParsedContent> | undefined;
  let hasExited = false;
  let isReleased = false;

  const exit = (reason: string, isBodysFault: boolean): void => {
    if (hasExited) return;
    hasExited = true;
    underWay?.reject(new ParserLostError(reason, isBodysFault));
    underWay = undefined;
    options.onExit();
  };
  child.on('error', ({ message }) => exit(message, false));
  child.on('close', (code, signal) => exit(`It ended with ${signal ?? code}`, !isReleased));
  // Its end is told by 'close'.
  socket.on('error', () => {});
  socket.on(
    'data',
    createFrameReader<ParseAnswer>((frame) => {
      const waiting = underWay;
      underWay = undefined;
      try {
        waiting?.resolve(contentOf(frame));
      } catch (error) {
        waiting?.reject(error);
      }
    }),
  );

  return {
    parse(bytes, about) {
      if (underWay) throw new Error('This process is reading another body');
      underWay = Promise.withResolvers();
      const { promise } = underWay;
      for (const piece of toFrame(about, bytes)) socket.write(piece);
      return promise;
    },
    kill: () => void child.kill('SIGKILL'),
    release() {
      isReleased = true;
      child.kill('SIGKILL');
    },
  };
};
