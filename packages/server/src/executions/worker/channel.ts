import { Socket } from 'node:net';
import type { FromWorker, ToWorker } from '../workers/protocol.ts';
import { channelDescriptor, createLineReader, toLines } from '../workers/wire.ts';

/** The worker's end of the line to the serving process. All that a turn of the event loop has to say, with what its promises still add, goes in one write. */
export interface Channel {
  /** @throws TypeError for what JSON cannot hold */
  send(message: FromWorker): void;
}

export const openChannel = (options: {
  receive(message: ToWorker): void;
  /** Share of the memory in use, if it was measured just now. */
  memory(): number | undefined;
  onEnd(): void;
}): Channel => {
  const socket = new Socket({ fd: channelDescriptor, readable: true, writable: true });
  let waiting = '';
  let isReceiptDue = false;

  const flush = () => {
    if (isReceiptDue) waiting = toLines({ type: 'received', memory: options.memory() }) + waiting;
    isReceiptDue = false;
    const text = waiting;
    waiting = '';
    if (text !== '') socket.write(text);
  };
  const send = (message: FromWorker) => {
    const lines = toLines(message);
    if (waiting === '') process.nextTick(flush);
    waiting += lines;
  };

  const read = createLineReader<ToWorker>((messages) => {
    isReceiptDue = true;
    for (const message of messages) options.receive(message);
    // Most executions have something to say at the end of this turn, and the receipt goes with that.
    setImmediate(flush);
  });
  socket.setEncoding('utf8').on('data', read);
  socket.on('end', options.onEnd);
  socket.on('error', options.onEnd);
  return { send };
};
