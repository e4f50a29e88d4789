import { useEffect } from 'react';
import { t } from '../messages/index.ts';

/** A text as the browser's title, while the screen is there. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = t('shell.product');
    };
  }, [title]);
};
