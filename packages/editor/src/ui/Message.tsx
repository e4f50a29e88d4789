import type { ReactNode } from 'react';
import classes from './Message.module.css';

/** An empty, failed or loading place: says what is the case and what to do next. */
export const Message = ({
  title,
  text,
  action,
  icon,
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  icon?: ReactNode;
}) => (
  <div className={classes.message}>
    {icon}
    <h2 className={classes.title}>{title}</h2>
    {text && <p className={classes.text}>{text}</p>}
    {action && <div className={classes.action}>{action}</div>}
  </div>
);
