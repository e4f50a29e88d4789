import type { ReactNode } from 'react';
import classes from './Header.module.css';

/** The bar over a screen. */
export const Header = ({ start, end }: { start: ReactNode; end?: ReactNode }) => (
  <header className={classes.header}>
    <div className={classes.start}>{start}</div>
    <div className={classes.end}>{end}</div>
  </header>
);

export const HeaderDivider = () => <span className={classes.divider} aria-hidden="true" />;
