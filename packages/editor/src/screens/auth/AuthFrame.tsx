import type { ReactNode } from 'react';
import { DialogStack } from '../../dialogs/DialogStack.tsx';
import { t } from '../../messages/accounts.ts';
import { Mark } from '../../ui/Mark.tsx';
import { useTitle } from '../../ui/use-title.ts';
import classes from './auth.module.css';

/** The page around a form of a person who is not signed in yet. */
export const AuthFrame = ({
  title,
  message,
  children,
  below,
}: {
  title: string;
  message?: ReactNode;
  children?: ReactNode;
  /** Under the card, such as a way back. */
  below?: ReactNode;
}) => {
  useTitle(`${title} · ${t('shell.product')}`);
  return (
    <div className={classes.page}>
      <main className={classes.column}>
        <div className={classes.brand}>
          <Mark size={36} />
          <span className={classes.product}>{t('shell.product')}</span>
        </div>
        <section className={classes.card} aria-labelledby="auth-title">
          <h1 id="auth-title" className={classes.title}>
            {title}
          </h1>
          {message && <p className={classes.message}>{message}</p>}
          {children}
        </section>
        {below && <div className={classes.below}>{below}</div>}
      </main>
      <DialogStack />
    </div>
  );
};
