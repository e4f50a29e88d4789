import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { describeError } from '../api/errors.ts';
import { queryClient } from '../api/queries.ts';
import { t } from '../messages/index.ts';
import { Message } from '../ui/Message.tsx';
import { hideToastsOf, showError } from '../ui/toasts.ts';
import classes from './start.module.css';

/** Stands in place of all screens while the server does not give what the editor starts with. The toast about it stays until it does. */
export const StartFailure = ({ error }: ErrorComponentProps) => {
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => showError(t('shell.start.failed'), { ...describeError(error), topic: 'connection' }), [error]);
  const retry = async () => {
    setIsBusy(true);
    await queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
    hideToastsOf('connection');
    await router.invalidate();
    setIsBusy(false);
  };
  return (
    <main className={classes.place}>
      <Message
        isScreen
        title={t('shell.start.failed')}
        text={t('shell.start.failed.message')}
        action={
          <Button onClick={() => void retry()} loading={isBusy}>
            {t('shell.retry')}
          </Button>
        }
      />
    </main>
  );
};
