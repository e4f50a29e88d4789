import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../messages/commands.ts';
import iconButton from '../../ui/icon-button.module.css';
import { useSession } from '../../workflow/hooks.ts';
import { openTool } from '../canvas-state.ts';
import { canvasElement } from '../view.ts';
import styles from './tools.module.css';

/** A panel at the left edge of the canvas; Escape closes it and gives the keys back to the canvas. */
export const ToolPanel = ({ title, children }: { title: string; children: ReactNode }) => {
  const session = useSession();
  const close = () => {
    openTool(session, null);
    canvasElement(session)?.querySelector<HTMLElement>('.react-flow')?.focus();
  };
  return (
    <aside
      className={styles.panel}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header className={styles.head}>
        <h2>{title}</h2>
        <button
          type="button"
          className={`${iconButton.button} ${styles.button}`}
          aria-label={t('shell.close')}
          onClick={close}
        >
          <IconX size={16} stroke={1.8} aria-hidden="true" />
        </button>
      </header>
      {children}
    </aside>
  );
};
