import { createStore, type StoreApi } from 'zustand/vanilla';
import { t } from '../messages/chat.ts';
import { isRunning } from '../workflow/run-view.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { chatTriggerOf } from './chat-trigger.ts';
import { type AnswerPiece, type ChatButton, readAnswer, textOf } from './read-answer.ts';

export interface ChatMessage {
  id: number;
  by: 'person' | 'workflow' | 'failure';
  text: string;
  files?: readonly string[];
}

/** What was said to a workflow and by it, in one tab of the browser. */
export interface Conversation {
  sessionId: string;
  messages: readonly ChatMessage[];
  isAnswering: boolean;
  /** The workflow waits for what is said next. */
  waiting: { address: string; buttons: readonly ChatButton[]; blocksInput: boolean } | null;
}

export interface Chat {
  store: StoreApi<Conversation>;
  /** Runs the workflow with a message, or goes on with the one that waits for it. */
  say(text: string, files?: readonly File[], approved?: boolean): Promise<void>;
  /** Forgets what was said, and talks in a new session. */
  begin(): void;
}

const empty = (): Conversation => ({
  sessionId: crypto.randomUUID(),
  messages: [],
  isAnswering: false,
  waiting: null,
});

/** The path: the instance is reached where the editor is. */
const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address, location.href);
  return pathname + search;
};

const bodyOf = (fields: Record<string, unknown>, files: readonly File[]): RequestInit => {
  if (files.length === 0) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) };
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  for (const file of files) body.append('files', file);
  return { body };
};

export const createChat = (session: Pick<WorkflowSession, 'state' | 'runs'>): Chat => {
  const store = createStore<Conversation>(empty);
  let lastId = 0;

  const add = (message: Omit<ChatMessage, 'id'>): void =>
    store.setState(({ messages }) => ({ messages: [...messages, { ...message, id: ++lastId }] }));
  const fail = (text: string): void => add({ by: 'failure', text });

  /** Runs the workflow up to where it waits for a message. @returns the address; undefined: it does not start */
  const listen = async (): Promise<string | undefined> => {
    const { state, runs } = session;
    const awaited = () => {
      const { run } = state();
      return run.status === 'waitingForWebhook' ? run.awaited?.find(({ method }) => method === 'POST') : undefined;
    };
    const trigger = chatTriggerOf(state().document);
    if (!awaited()) {
      if (isRunning(state().run)) return void fail(t('chat.busy'));
      await runs.start({ ...(trigger && { triggerNode: trigger.key }) });
    }
    const call = awaited();
    if (!call) fail(t('chat.notStarted'));
    return call && pathOf(call.address);
  };

  /** Shows pieces as they come. */
  const take = (() => {
    let isOver = true;
    return {
      begin: () => {
        isOver = true;
      },
      piece(piece: AnswerPiece): void {
        switch (piece.type) {
          case 'text':
            if (isOver) add({ by: 'workflow', text: piece.text });
            else
              store.setState(({ messages }) => ({
                messages: messages.map((message, index) =>
                  index === messages.length - 1 ? { ...message, text: message.text + piece.text } : message,
                ),
              }));
            isOver = false;
            return;
          case 'end':
            isOver = true;
            return;
          case 'error':
            fail(piece.text || t('chat.failed'));
            return;
          case 'wait':
            store.setState({
              waiting: { address: pathOf(piece.address), buttons: piece.buttons, blocksInput: piece.blocksInput },
            });
        }
      },
    };
  })();

  const receive = async (response: Response, wasWaiting: boolean): Promise<void> => {
    if (!response.ok) {
      const message = textOf(await response.json().catch(() => ''));
      if (wasWaiting && response.status < 500) return fail(t('chat.over'));
      return fail(response.status >= 500 ? t('chat.failed') : message || t('chat.failed'));
    }
    take.begin();
    let count = 0;
    if (response.body)
      for await (const piece of readAnswer(response.body)) {
        if (piece.type === 'text' && piece.text === '') continue;
        count++;
        take.piece(piece);
      }
    if (count === 0) fail(t('chat.noAnswer'));
  };

  return {
    store,

    async say(text, files = [], approved) {
      const { isAnswering, sessionId, waiting } = store.getState();
      if (isAnswering) return;
      store.setState({ isAnswering: true });
      add({ by: 'person', text, ...(files.length > 0 && { files: files.map(({ name }) => name) }) });
      try {
        const address = waiting?.address ?? (await listen());
        if (address === undefined) return;
        store.setState({ waiting: null });
        const fields = {
          action: 'sendMessage',
          sessionId,
          chatInput: text,
          ...(approved !== undefined && { approved }),
        };
        await receive(await fetch(address, { method: 'POST', ...bodyOf(fields, files) }), waiting !== null);
      } catch {
        fail(t('chat.lost'));
      } finally {
        store.setState({ isAnswering: false });
      }
    },

    begin: () => store.setState(empty()),
  };
};

const chats = new WeakMap<WorkflowSession, Chat>();

/** That of an open workflow: it stays while the workflow is open, whatever the dock shows. */
export const chatOf = (session: WorkflowSession): Chat => {
  const chat = chats.get(session) ?? createChat(session);
  chats.set(session, chat);
  return chat;
};
