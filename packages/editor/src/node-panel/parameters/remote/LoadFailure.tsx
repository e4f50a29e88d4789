import { Button } from '@mantine/core';
import { t } from '../../../messages/panel.ts';
import classes from '../fields.module.css';
import type { Loaded } from './use-loaded-options.ts';

/** A text that stands in double quotes has single ones within. */
const asQuoted = (text: string): string => text.replaceAll('"', "'");

/** Why choices are missing, with a way to ask again. */
export const LoadFailure = ({ loaded }: { loaded: Pick<Loaded<unknown>, 'failure' | 'isLoading' | 'reload'> }) =>
  loaded.failure === undefined ? null : (
    <p className={classes.pickerFailure} role="alert">
      {t('panel.remote.failed', { message: asQuoted(loaded.failure) })}{' '}
      <Button size="compact-xs" variant="default" loading={loaded.isLoading} onClick={loaded.reload}>
        {t('shell.retry')}
      </Button>
    </p>
  );
