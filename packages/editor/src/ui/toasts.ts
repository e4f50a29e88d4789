import { IconAlertTriangle, IconAlertTriangleFilled, IconCircleCheckFilled, IconInfoCircle } from '@tabler/icons-react';
import { type ComponentType, createElement } from 'react';
import { createStore } from 'zustand/vanilla';
import { t } from '../messages/index.ts';
import type { ToastPlace } from './ToastArea.tsx';
import { type ToastAction, ToastText } from './ToastText.tsx';

const shortTime = 4500;

interface ToastOptions {
  message?: string;
  /** Folded away under the message. */
  details?: string;
  /** Stays until it is closed. Errors do unless told otherwise. */
  sticky?: boolean;
  /** Milliseconds after which it goes, unless it stays. */
  duration?: number;
  /** Toasts of one topic are taken away together. */
  topic?: string;
  /** It goes when this is aborted. */
  until?: AbortSignal;
  actions?: readonly ToastAction[];
  /** Called when it has gone, by whom ever. */
  onClose?: () => void;
}

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

const icons = {
  success: IconCircleCheckFilled,
  error: IconAlertTriangleFilled,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
} as const;

/** What shows toasts, once it is loaded: when the page is idle, or with the first toast; and where it does. */
export const toastStore = createStore<{
  ToastArea: ComponentType<{ place: ToastPlace }> | undefined;
  place: ToastPlace;
}>(() => ({ ToastArea: undefined, place: 'bottom-right' }));

/** Shows toasts in the middle of the lower edge, for a screen that has something else in the corner. Returns the end of it. */
export const keepToastsInMiddle = (): (() => void) => {
  toastStore.setState({ place: 'bottom-center' });
  return () => toastStore.setState({ place: 'bottom-right' });
};

const load = async () => {
  const { ToastArea, toasts } = await import('./ToastArea.tsx');
  toastStore.setState({ ToastArea });
  return toasts;
};

let area: ReturnType<typeof load> | undefined;

export const loadToastArea = () => {
  area ??= load().catch((error: unknown) => {
    area = undefined;
    throw error;
  });
  return area;
};

const topics = new Map<string, string>();

/** Shows a toast. The same text twice is one toast: a server that is down would otherwise fill the screen. */
export const showToast = (kind: ToastKind, title: string, options: ToastOptions = {}): void => {
  const { message, details, sticky = kind === 'error', duration = shortTime, topic, until, actions, onClose } = options;
  const id = `${kind}:${title}:${message ?? ''}`;
  // All wait for the same area, so they come and go in the order in which they were asked for.
  void loadToastArea().then((toasts) => {
    toasts.hide(id);
    if (until?.aborted) return;
    until?.addEventListener('abort', () => toasts.hide(id));
    if (topic !== undefined) topics.set(id, topic);
    toasts.show({
      id,
      title,
      message: createElement(ToastText, {
        message,
        details,
        // What it offers is offered once.
        actions: actions?.map(({ label, run }) => ({
          label,
          run() {
            toasts.hide(id);
            run();
          },
        })),
      }),
      autoClose: sticky ? false : duration,
      icon: createElement(icons[kind], { size: 18, 'aria-hidden': true }),
      withCloseButton: true,
      closeButtonProps: { 'aria-label': t('shell.toast.close') },
      onClose: () => {
        topics.delete(id);
        onClose?.();
      },
      className: `toast toast-${kind}`,
      role: kind === 'error' ? 'alert' : 'status',
    });
  });
};

export const showSuccess = (title: string, options?: ToastOptions): void => showToast('success', title, options);
export const showInfo = (title: string, options?: ToastOptions): void => showToast('info', title, options);
export const showWarning = (title: string, options?: ToastOptions): void => showToast('warning', title, options);
export const showError = (title: string, options?: ToastOptions): void => showToast('error', title, options);

/** Takes away the toasts of a topic. */
export const hideToastsOf = (topic: string): void => {
  void area?.then((toasts) => {
    for (const [id, own] of topics) if (own === topic) toasts.hide(id);
  });
};
