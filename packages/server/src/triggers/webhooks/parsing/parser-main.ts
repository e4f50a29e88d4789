import { Socket } from 'node:net';

import { watchParent } from '../../../executions/worker/watch-parent.ts';
import { createFrameReader, toFrame } from '../../../platform/frames.ts';
import { BadBodyError } from './bad-body.ts';
import { parseContent } from './parse-content.ts';
import { type ParseAnswer, type ParseRequest, parserDescriptor } from './protocol.ts';

/** The process that reads bodies: one after another, as they come. */

watchParent();
const socket = new Socket({ fd: parserDescriptor, readable: true, writable: true });

const answer = (head: ParseAnswer, ...pieces: Buffer[]): void => {
  socket.cork();
  for (const piece of toFrame(head, ...pieces)) socket.write(piece);
  socket.uncork();
};

const parse = async (bytes: Buffer, options: ParseRequest): Promise<void> => {
  try {
    const { body, files } = await parseContent(bytes, options);
    const text = Buffer.from(body);
    const about = files.map(({ field, fileName, mimeType, bytes: { length: size } }) => ({
      field,
      fileName,
      mimeType,
      size,
    }));
    answer({ isRead: true, bodyBytes: text.length, files: about }, text, ...files.map((file) => file.bytes));
  } catch (error) {
    // Anything else is a defect, and ends the process.
    if (!(error instanceof BadBodyError)) throw error;
    answer({ isRead: false, message: error.message, error: error.error });
  }
};

socket.on(
  'data',
  createFrameReader<ParseRequest>(({ head, bytes }) => void parse(bytes, head)),
);
socket.on('end', () => process.exit());
socket.on('error', () => process.exit());
