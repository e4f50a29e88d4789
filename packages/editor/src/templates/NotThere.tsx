import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../api/queries.ts';
import { t } from '../messages/templates.ts';
import { Message } from '../ui/Message.tsx';
import { GoBack } from './GoBack.tsx';
import { isMissing } from './host.ts';
import { hostName } from './host-name.ts';
import classes from './templates.module.css';

/** Stands where a template or a collection could not be had. */
export const NotThere = ({
  title,
  hint,
  error,
  onRetry,
}: {
  title: string;
  /** Where there is none. */
  hint: string;
  error: Error;
  onRetry: () => void;
}) => {
  const host = useQuery(settingsQuery).data?.templates.host ?? '';
  return (
    <div className={classes.page}>
      <GoBack />
      <div className={classes.nothing} role="alert">
        {isMissing(error) ? (
          <Message title={title} text={hint} />
        ) : (
          <Message
            title={title}
            text={t('templates.failed.hint', { host: hostName(host), message: error.message })}
            action={
              <Button variant="default" onClick={onRetry}>
                {t('shell.retry')}
              </Button>
            }
          />
        )}
      </div>
    </div>
  );
};
