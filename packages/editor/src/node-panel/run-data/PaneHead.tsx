import type { ReactNode } from 'react';
import classes from './run-data.module.css';

export const PaneHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className={classes.paneHead}>
    <h2>{title}</h2>
    {children}
  </header>
);
