import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/dialogs.ts';
import { Message } from '../../ui/Message.tsx';
import { useTitle } from '../../ui/use-title.ts';
import classes from './NotFoundScreen.module.css';

/** For every address without a screen, whoever comes there. */
export const NotFoundScreen = () => {
  useTitle(t('shell.notFound.title'));
  return (
    <main className={classes.page}>
      <Message
        isScreen
        icon={<span className={classes.code}>{t('shell.notFound.code')}</span>}
        title={t('shell.notFound.title')}
        text={t('shell.notFound.message')}
        action={
          <Button component={Link} to="/">
            {t('shell.notFound.back')}
          </Button>
        }
      />
    </main>
  );
};
