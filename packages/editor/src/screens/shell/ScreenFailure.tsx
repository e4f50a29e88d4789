import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/index.ts';
import { Message } from '../../ui/Message.tsx';

/** Stands where a part of the page has thrown, so that the rest, and the open workflow, live on. */
export const ScreenFailure = ({ error, reset }: ErrorComponentProps) => (
  <Message
    title={t('shell.crashed.title')}
    text={`${t('shell.crashed.message')} (${describeError(error).message})`}
    action={<Button onClick={reset}>{t('shell.retry')}</Button>}
  />
);
