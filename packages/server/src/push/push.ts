import type { PushMessage } from '@millrace/contract';

/** A tab of a user, for news of what that user has started in it. The id alone is no secret, so it names a tab only together with its user. */
export interface UserTab {
  userId: string;
  sessionId: string;
  /** What the news are of: nobody gets them who may not see that any more. */
  workflowId: number | null;
}

/** Sends messages to open editors. A view of what happens: nothing depends on their arrival, and no call fails. */
export interface Push {
  send(to: UserTab, message: PushMessage): void;
  /** The same for a message that is JSON text on one line already. */
  sendText(to: UserTab, json: string): void;
  /** To every open session. */
  broadcast(message: PushMessage): void;
  /** To the open sessions of all who may see the workflow. */
  tell(workflowId: number, message: PushMessage): void;
  isConnected(to: Pick<UserTab, 'userId' | 'sessionId'>): boolean;
}
