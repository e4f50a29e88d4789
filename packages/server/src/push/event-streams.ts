import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { limits, type PushMessage } from '@millrace/contract';
import { AppError } from '../platform/errors.ts';
import type { Bus } from '../processes/bus.ts';
import type { Push } from './push.ts';

/**
 * The open event streams of this process, one a browser tab (session). What is for a session that has its stream in another process goes there. A stream that is opened again replaces the old one. A reader that
 * does not keep up is disconnected instead of being buffered for without end: it reconnects and reads the present state.
 */
export interface EventStreams extends Push {
  /**
   * Takes over the response and begins the stream.
   *
   * @throws AppError tooManyConnections, or forbiddenHost when the session is another user's
   */
  open(stream: {
    sessionId: string;
    userId: string;
    /** As `streamOwner` says. */
    belongsTo: string;
    response: ServerResponse;
    headers: OutgoingHttpHeaders;
  }): void;
  /** Ends what belongs to these, in all processes. */
  endOf(owners: readonly string[]): void;
  /** What the streams of this process belong to. */
  owners(): Set<string>;
  /** Ends all streams. */
  close(): void;
}

const streamsPerUser = 100;
/** Bytes that a slow reader may be behind. */
const backlogLimit = 32 * 1024 * 1024;

interface Stream {
  userId: string;
  belongsTo: string;
  response: ServerResponse;
}

/** @param bus of an instance of several processes */
export const createEventStreams = (bus?: Pick<Bus, 'broadcast' | 'on'>): EventStreams => {
  const streams = new Map<string, Stream>();

  const end = (sessionId: string, stream: Stream): void => {
    if (streams.get(sessionId) === stream) streams.delete(sessionId);
    stream.response.destroy();
  };

  const write = (sessionId: string, stream: Stream, text: string): void => {
    if (stream.response.destroyed) return;
    stream.response.write(text);
    if (stream.response.writableLength > backlogLimit) end(sessionId, stream);
  };

  const heartbeat = setInterval(() => {
    for (const [sessionId, stream] of streams) write(sessionId, stream, ':\n\n');
  }, limits.pushHeartbeatInterval);
  heartbeat.unref();

  const sendHere = (sessionId: string, json: string): boolean => {
    const stream = streams.get(sessionId);
    if (stream) write(sessionId, stream, `data: ${json}\n\n`);
    return stream !== undefined;
  };

  const sendText = (sessionId: string, json: string): void => {
    if (!sendHere(sessionId, json)) bus?.broadcast('push', { sessionId, text: json });
  };

  const sendToAllHere = (json: string): void => {
    for (const [sessionId, stream] of streams) write(sessionId, stream, `data: ${json}\n\n`);
  };

  const endHere = (owners: readonly string[]): void => {
    for (const [sessionId, stream] of streams) if (owners.includes(stream.belongsTo)) end(sessionId, stream);
  };

  const ends = [
    bus?.on('streamsEnded', ({ owners }) => endHere(owners)),
    bus?.on('push', ({ sessionId, text }) => void sendHere(sessionId, text)),
    bus?.on('pushToAll', ({ text }) => sendToAllHere(text)),
    bus?.on('sessionOpened', ({ sessionId, userId }) => {
      const stream = streams.get(sessionId);
      if (stream?.userId === userId) end(sessionId, stream);
    }),
  ];

  return {
    open({ sessionId, userId, belongsTo, response, headers }) {
      const before = streams.get(sessionId);
      if (before && before.userId !== userId)
        throw new AppError('forbiddenHost', 'This session belongs to someone else.');
      const open = [...streams.values()].filter((stream) => stream.userId === userId).length;
      if (!before && open >= streamsPerUser)
        throw new AppError(
          'tooManyConnections',
          `${streamsPerUser} event streams are open; close other tabs of the editor.`,
        );
      const stream = { userId, belongsTo, response };
      streams.set(sessionId, stream);
      before?.response.end();
      response.on('close', () => {
        if (streams.get(sessionId) === stream) streams.delete(sessionId);
      });
      // A failed write means that the reader is gone; 'close' follows.
      response.on('error', () => {});
      response.writeHead(200, headers);
      response.write(':ok\n\n');
      bus?.broadcast('sessionOpened', { sessionId, userId });
    },
    send: (sessionId, message: PushMessage) => {
      if (bus || streams.has(sessionId)) sendText(sessionId, JSON.stringify(message));
    },
    sendText,
    broadcast(message) {
      if (!bus && streams.size === 0) return;
      const text = JSON.stringify(message);
      sendToAllHere(text);
      bus?.broadcast('pushToAll', { text });
    },
    endOf(owners) {
      endHere(owners);
      bus?.broadcast('streamsEnded', { owners });
    },
    owners: () => new Set([...streams.values()].map(({ belongsTo }) => belongsTo)),
    isConnected: (sessionId) => streams.has(sessionId),
    close() {
      clearInterval(heartbeat);
      for (const unsubscribe of ends) unsubscribe?.();
      for (const { response } of streams.values()) response.end();
      streams.clear();
    },
  };
};
