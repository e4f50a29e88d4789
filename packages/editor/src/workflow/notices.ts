/** What the document has to tell the person. The shell shows it as toasts; this folder knows no screen. */
export interface Notice {
  kind: 'success' | 'error' | 'warning' | 'info';
  title: string;
  message?: string;
  /** Folded away under the message. */
  details?: string;
  /** Stays until it is closed. Errors do unless told otherwise. */
  sticky?: boolean;
  /** A button that leads to what the notice is about. */
  open?: { label: string; run: () => void };
  actions?: readonly { label: string; run: () => void }[];
  /** `workflow`: about the shown workflow, and `run`: about its shown run; gone with it. `connection`: gone when the server is reached again. */
  topic?: 'workflow' | 'run' | 'connection';
  /** It is gone when this is aborted: what it says is not so any more. */
  until?: AbortSignal;
}

type NoticeText = Omit<Notice, 'kind' | 'title'>;

const listeners = new Set<(notice: Notice) => void>();

/** Calls back with each notice. Returns the end of it. */
export const onNotice = (listener: (notice: Notice) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const tell =
  (kind: Notice['kind']) =>
  (title: string, text?: NoticeText): void => {
    for (const listener of listeners) listener({ kind, title, ...text });
  };

export const tellError = tell('error');
export const tellWarning = tell('warning');
export const tellInfo = tell('info');
