import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/accounts.ts';
import classes from '../settings.module.css';

export const SecurityRows = () => (
  <ul className={classes.list}>
    <li className={classes.row}>
      <IconLock size={20} stroke={1.6} aria-hidden="true" />
      <div className={classes.rowText}>
        <span className={classes.rowTitle}>{t('account.password')}</span>
        <span className={classes.rowNote}>{t('personal.password.text')}</span>
      </div>
      <Button variant="default" onClick={() => openDialog('changePassword', {})}>
        {t('personal.password.change')}
      </Button>
    </li>
  </ul>
);
