import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { t } from '../messages/templates.ts';
import classes from './templates.module.css';

/** Back to where the person came from; to the list for who has come here from outside. */
export const GoBack = () => {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <Link
      to="/templates/"
      className={classes.back}
      onClick={(event) => {
        const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
        if (!canGoBack || !isPlain) return;
        event.preventDefault();
        history.back();
      }}
    >
      <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />
      {t('templates.back')}
    </Link>
  );
};
