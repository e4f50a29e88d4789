import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

export type ToastPlace = 'bottom-right' | 'bottom-center';

/** Where toasts appear. A chunk of its own: show them through `toasts.ts`. */
export const ToastArea = ({ place }: { place: ToastPlace }) => (
  <Notifications
    position={place}
    containerWidth={place === 'bottom-center' ? 320 : 360}
    notificationMaxHeight={440}
    limit={6}
  />
);

export const toasts = notifications;
