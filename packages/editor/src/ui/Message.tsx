import type { ReactNode } from 'react';
import classes from './Message.module.css';

/** An empty, failed or loading place: says what is the case and what to do next. */
export const Message = ({
  title,
  text,
  action,
  icon,
  isScreen,
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  icon?: ReactNode;
  /** It is all that there is on the screen. */
  isScreen?: boolean;
}) => {
  const Heading = isScreen ? 'h1' : 'h2';
  return (
    <div className={classes.message}>
      {icon}
      <Heading className={classes.title}>{title}</Heading>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
};
