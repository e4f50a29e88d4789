import { Button } from '@mantine/core';
import { describeError } from '../api/errors.ts';
import { t } from '../messages/index.ts';
import { Message } from './Message.tsx';

/** In the place of what could not be loaded. */
export const FailureMessage = ({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) => (
  <Message
    title={title}
    text={describeError(error).message}
    action={
      <Button variant="default" onClick={onRetry}>
        {t('shell.retry')}
      </Button>
    }
  />
);
