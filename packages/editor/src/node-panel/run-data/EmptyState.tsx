import type { ReactNode } from 'react';
import classes from './run-data.module.css';

interface EmptyStateProps {
  title: string;
  message?: string;
  children?: ReactNode;
}

/** Why there is nothing to see, and what to do about it. */
export const EmptyState = ({ title, message, children }: EmptyStateProps) => (
  <div className={classes.empty}>
    <strong>{title}</strong>
    {message && <p>{message}</p>}
    {children}
  </div>
);
