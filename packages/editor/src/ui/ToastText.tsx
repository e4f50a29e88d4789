import { t } from '../messages/index.ts';

const maxDetails = 500;

/** The text of a toast, with long details folded away. */
export const ToastText = ({ message, details }: { message?: string; details?: string }) => (
  <>
    {message && <span className="toast-message">{message}</span>}
    {details && (
      <details className="toast-details">
        <summary>{t('shell.details')}</summary>
        <pre>{details.length > maxDetails ? `${details.slice(0, maxDetails)}…` : details}</pre>
      </details>
    )}
  </>
);
