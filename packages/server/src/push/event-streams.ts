import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { limits, type PushMessage } from '@millrace/contract';
import type { Actor } from '../permissions/permissions.ts';
import { AppError } from '../platform/errors.ts';
import type { Bus } from '../processes/bus.ts';
import type { Push, UserTab } from './push.ts';

/**
 * The open event streams of this process, one a browser tab (session) of a user. What is for a tab that has its stream in another process goes there. A stream that is opened again replaces the old one. A reader that
 * does not keep up is disconnected instead of being buffered for without end: it reconnects and reads the present state.
 */
export interface EventStreams extends Push {
  /**
   * Takes over the response and begins the stream.
   *
   * @throws AppError tooManyConnections
   */
  open(stream: {
    sessionId: string;
    user: Actor;
    /** As `streamOwner` says. */
    belongsTo: string;
    response: ServerResponse;
    headers: OutgoingHttpHeaders;
  }): void;
  /** Ends what belongs to these, in all processes. */
  endOf(owners: readonly string[]): void;
  /** Who of these may see a workflow, and who may not any more, in all processes: what is told of it stops, or may begin again. */
  accessChanged(workflowId: number, change: { lost: readonly string[]; gained: readonly string[] }): void;
  /** What the streams of this process belong to. */
  owners(): Set<string>;
  /** Ends all streams. */
  close(): void;
}

const streamsPerUser = 100;
/** Bytes that a slow reader may be behind. */
const backlogLimit = 32 * 1024 * 1024;

/** Who may see a workflow, beside those who may see all. */
export type Audience = (workflowId: number) => Promise<readonly string[]>;

const tabOf = ({ userId, sessionId }: Pick<UserTab, 'userId' | 'sessionId'>): string => `${userId} ${sessionId}`;

interface Stream {
  user: Actor;
  belongsTo: string;
  response: ServerResponse;
}

/** @param options.bus of an instance of several processes */
export const createEventStreams = (
  options: { bus?: Pick<Bus, 'broadcast' | 'on'>; audienceOf?: Audience } = {},
): EventStreams => {
  const { bus, audienceOf = async () => [] } = options;
  /** By tab. */
  const streams = new Map<string, Stream>();
  /** Pairs of user and workflow whose share was taken back while streams were open. */
  const lost = new Set<string>();
  let told: Promise<unknown> = Promise.resolve();

  const end = (tab: string, stream: Stream): void => {
    if (streams.get(tab) === stream) streams.delete(tab);
    stream.response.destroy();
  };

  const write = (tab: string, stream: Stream, text: string): void => {
    if (stream.response.destroyed) return;
    stream.response.write(text);
    if (stream.response.writableLength > backlogLimit) end(tab, stream);
  };

  const heartbeat = setInterval(() => {
    for (const [tab, stream] of streams) write(tab, stream, ':\n\n');
  }, limits.pushHeartbeatInterval);
  heartbeat.unref();

  const sendHere = (to: UserTab, json: string): boolean => {
    const tab = tabOf(to);
    const stream = streams.get(tab);
    if (stream && !lost.has(`${to.userId} ${to.workflowId}`)) write(tab, stream, `data: ${json}\n\n`);
    return stream !== undefined;
  };

  const sendText = (to: UserTab, json: string): void => {
    if (!sendHere(to, json)) bus?.broadcast('push', { to, text: json });
  };

  /** @param users undefined: to everyone; whoever runs the instance may see all */
  const sendToAllHere = (json: string, users?: readonly string[]): void => {
    for (const [tab, stream] of streams)
      if (!users || stream.user.role !== 'member' || users.includes(stream.user.id))
        write(tab, stream, `data: ${json}\n\n`);
  };

  const sendToAll = (message: PushMessage, users?: readonly string[]): void => {
    const text = JSON.stringify(message);
    sendToAllHere(text, users);
    bus?.broadcast('pushToAll', { text, users });
  };

  const endHere = (owners: readonly string[]): void => {
    for (const [tab, stream] of streams) if (owners.includes(stream.belongsTo)) end(tab, stream);
  };

  const changeAccessHere = (
    workflowId: number,
    change: { lost: readonly string[]; gained: readonly string[] },
  ): void => {
    for (const userId of change.lost) lost.add(`${userId} ${workflowId}`);
    for (const userId of change.gained) lost.delete(`${userId} ${workflowId}`);
  };

  const ends = [
    bus?.on('streamsEnded', ({ owners }) => endHere(owners)),
    bus?.on('push', ({ to, text }) => void sendHere(to, text)),
    bus?.on('pushToAll', ({ text, users }) => sendToAllHere(text, users)),
    bus?.on('accessChanged', ({ workflowId, ...change }) => changeAccessHere(workflowId, change)),
    bus?.on('sessionOpened', (opened) => {
      const stream = streams.get(tabOf(opened));
      if (stream) end(tabOf(opened), stream);
    }),
  ];

  return {
    open({ sessionId, user, belongsTo, response, headers }) {
      const tab = tabOf({ userId: user.id, sessionId });
      const before = streams.get(tab);
      const open = [...streams.values()].filter((stream) => stream.user.id === user.id).length;
      if (!before && open >= streamsPerUser)
        throw new AppError(
          'tooManyConnections',
          `${streamsPerUser} event streams are open; close other tabs of the editor.`,
        );
      const stream = { user, belongsTo, response };
      streams.set(tab, stream);
      before?.response.end();
      response.on('close', () => {
        if (streams.get(tab) === stream) streams.delete(tab);
      });
      // A failed write means that the reader is gone; 'close' follows.
      response.on('error', () => {});
      response.writeHead(200, headers);
      response.write(':ok\n\n');
      bus?.broadcast('sessionOpened', { sessionId, userId: user.id });
    },
    send: (to, message: PushMessage) => {
      if (bus || streams.has(tabOf(to))) sendText(to, JSON.stringify(message));
    },
    sendText,
    broadcast(message) {
      if (bus || streams.size > 0) sendToAll(message);
    },
    tell(workflowId, message) {
      if (!bus && streams.size === 0) return;
      // One after the other, so that what was told last was so last.
      told = told.then(async () => sendToAll(message, await audienceOf(workflowId))).catch(() => {});
    },
    accessChanged(workflowId, change) {
      changeAccessHere(workflowId, change);
      bus?.broadcast('accessChanged', { workflowId, ...change });
    },
    endOf(owners) {
      endHere(owners);
      bus?.broadcast('streamsEnded', { owners });
    },
    owners: () => new Set([...streams.values()].map(({ belongsTo }) => belongsTo)),
    isConnected: (to) => streams.has(tabOf(to)),
    close() {
      clearInterval(heartbeat);
      for (const unsubscribe of ends) unsubscribe?.();
      for (const { response } of streams.values()) response.end();
      streams.clear();
    },
  };
};
