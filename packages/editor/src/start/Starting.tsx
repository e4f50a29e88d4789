import { Loader } from '@mantine/core';
import { t } from '../messages/index.ts';
import classes from './start.module.css';

/** Stands where a screen is on its way. */
export const Starting = () => (
  <div className={classes.place}>
    <Loader size="sm" role="status" aria-label={t('shell.loading')} />
  </div>
);
