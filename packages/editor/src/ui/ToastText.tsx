import { t } from '../messages/index.ts';

const maxDetails = 500;

export interface ToastAction {
  label: string;
  run: () => void;
}

interface ToastTextProps {
  message?: string;
  details?: string;
  actions?: readonly ToastAction[];
}

/** The text of a toast, with long details folded away, and what can be done about it. */
export const ToastText = ({ message, details, actions = [] }: ToastTextProps) => (
  <>
    {message && <span className="toast-message">{message}</span>}
    {details && (
      <details className="toast-details">
        <summary>{t('shell.details')}</summary>
        <pre>{details.length > maxDetails ? `${details.slice(0, maxDetails)}…` : details}</pre>
      </details>
    )}
    {actions.length > 0 && (
      <span className="toast-actions">
        {actions.map(({ label, run }) => (
          <button key={label} type="button" onClick={run}>
            {label}
          </button>
        ))}
      </span>
    )}
  </>
);
