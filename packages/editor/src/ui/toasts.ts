import { notifications } from '@mantine/notifications';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconClockPause, IconInfoCircle } from '@tabler/icons-react';
import { createElement } from 'react';
import { t } from '../messages/index.ts';
import { type ToastAction, ToastText } from './ToastText.tsx';

const shortTime = 4500;

interface ToastOptions {
  message?: string;
  /** Folded away under the message. */
  details?: string;
  /** Stays until it is closed. Errors do unless told otherwise. */
  sticky?: boolean;
  /** Toasts of one topic are taken away together. */
  topic?: string;
  actions?: readonly ToastAction[];
}

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

const icons = {
  success: IconCircleCheckFilled,
  error: IconAlertTriangleFilled,
  warning: IconClockPause,
  info: IconInfoCircle,
} as const;

const topics = new Map<string, string>();

/** Shows a toast and gives its id. The same text twice is one toast: a server that is down would otherwise fill the screen. */
export const showToast = (kind: ToastKind, title: string, options: ToastOptions = {}): string => {
  const { message, details, sticky = kind === 'error', topic, actions } = options;
  const id = `${kind}:${title}:${message ?? ''}`;
  notifications.hide(id);
  if (topic !== undefined) topics.set(id, topic);
  return notifications.show({
    id,
    title,
    message: createElement(ToastText, { message, details, actions }),
    autoClose: sticky ? false : shortTime,
    icon: createElement(icons[kind], { size: 18, 'aria-hidden': true }),
    withCloseButton: true,
    closeButtonProps: { 'aria-label': t('shell.toast.close') },
    onClose: () => topics.delete(id),
    className: `toast toast-${kind}`,
    role: kind === 'error' ? 'alert' : 'status',
  });
};

export const showSuccess = (title: string, options?: ToastOptions): string => showToast('success', title, options);
export const showInfo = (title: string, options?: ToastOptions): string => showToast('info', title, options);
export const showWarning = (title: string, options?: ToastOptions): string => showToast('warning', title, options);
export const showError = (title: string, options?: ToastOptions): string => showToast('error', title, options);

/** Takes away the toasts of a topic. */
export const hideToastsOf = (topic: string): void => {
  for (const [id, own] of topics) if (own === topic) notifications.hide(id);
};
