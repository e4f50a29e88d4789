import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/index.ts';
import { Message } from '../../ui/Message.tsx';

export const NotFoundScreen = () => (
  <Message
    title={t('shell.notFound.title')}
    text={t('shell.notFound.message')}
    action={
      <Button component={Link} to="/">
        {t('shell.notFound.back')}
      </Button>
    }
  />
);
