import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../api/queries.ts';
import { t } from '../messages/templates.ts';
import { Message } from '../ui/Message.tsx';
import { hostName, isOwnHost } from './host-name.ts';
import classes from './templates.module.css';

/** What stands behind the last template: that this is all, that there is nothing, or that they could not be loaded. */
export const ListEnd = ({
  state,
  onReset,
  onRetry,
}: {
  state: 'all' | 'nothing' | 'failed';
  onReset: () => void;
  onRetry: () => void;
}) => {
  const host = useQuery(settingsQuery).data?.templates.host ?? '';
  if (state === 'all')
    return (
      <p className={classes.end} role="status">
        {t('templates.end.all')} {isOwnHost(host) && t('templates.end.all.hint')}
      </p>
    );
  return (
    <div className={classes.nothing} role="status">
      {state === 'nothing' ? (
        <Message
          title={t('templates.end.nothing')}
          action={
            <Button variant="default" onClick={onReset}>
              {t('templates.end.nothing.reset')}
            </Button>
          }
        />
      ) : (
        <Message
          title={t('templates.end.unreachable')}
          text={t('templates.end.unreachable.hint', { host: hostName(host) })}
          action={
            <Button variant="default" onClick={onRetry}>
              {t('shell.retry')}
            </Button>
          }
        />
      )}
    </div>
  );
};
