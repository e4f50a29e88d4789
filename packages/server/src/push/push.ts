import type { PushMessage } from '@millrace/contract';

/** Sends messages to open editors. A view of what happens: nothing depends on their arrival, and no call fails. */
export interface Push {
  send(sessionId: string, message: PushMessage): void;
  /** The same for a message that is JSON text on one line already. */
  sendText(sessionId: string, json: string): void;
  /** To every open session. */
  broadcast(message: PushMessage): void;
  isConnected(sessionId: string): boolean;
}
