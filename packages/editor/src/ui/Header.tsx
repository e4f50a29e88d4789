import type { ReactNode } from 'react';
import classes from './Header.module.css';

/** The bar over a screen: what it shows, the ways between its views in the middle, and what can be done with it. */
export const Header = ({ start, middle, end }: { start: ReactNode; middle?: ReactNode; end?: ReactNode }) => (
  <header className={classes.header}>
    <div className={classes.start}>{start}</div>
    {middle && <div className={classes.middle}>{middle}</div>}
    <div className={classes.end}>{end}</div>
  </header>
);

export const HeaderDivider = () => <span className={classes.divider} aria-hidden="true" />;
