import type { ReactNode } from 'react';
import { t } from '../messages/accounts.ts';
import { useTitle } from '../ui/use-title.ts';
import classes from './settings.module.css';

/** A screen of the settings area: its name, what it is about, what can be done, and the rest below. */
export const SettingsPage = ({
  title,
  text,
  action,
  isWide,
  children,
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  /** For tables. */
  isWide?: boolean;
  children: ReactNode;
}) => {
  useTitle(`${title} · ${t('shell.product')}`);
  return (
    <div className={classes.page} data-wide={isWide || undefined}>
      <header className={classes.head}>
        <div className={classes.heading}>
          <h1 className={classes.title}>{title}</h1>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
};

/** A part of such a screen: heading and a line about it at the left, the rest beside it. */
export const SettingsSection = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <section className={classes.section}>
    <div>
      <h2 className={classes.sectionTitle}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
    </div>
    <div className={classes.content}>{children}</div>
  </section>
);
