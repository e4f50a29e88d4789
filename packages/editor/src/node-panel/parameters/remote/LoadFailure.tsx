import { Button } from '@mantine/core';
import { t } from '../../../messages/panel.ts';
import classes from '../parameters.module.css';
import type { Loaded } from './use-loaded-options.ts';

/** Why choices are missing, with a way to ask again. */
export const LoadFailure = ({ loaded }: { loaded: Pick<Loaded<unknown>, 'failure' | 'isLoading' | 'reload'> }) =>
  loaded.failure === undefined ? null : (
    <p className={classes.pickerFailure} role="alert">
      {t('panel.remote.failed', { message: loaded.failure })}{' '}
      <Button size="compact-xs" variant="default" loading={loaded.isLoading} onClick={loaded.reload}>
        {t('shell.retry')}
      </Button>
    </p>
  );
