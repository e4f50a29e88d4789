import { Menu, UnstyledButton } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/index.ts';
import classes from './Sidebar.module.css';

/** As long as nobody owns the instance: that anybody can do everything in it. */
export const SetUpWarning = ({ isOpen }: { isOpen: boolean }) => {
  const label = t('shell.setUpWarning.title');
  return (
    <Menu position="right-end" offset={6} width={280}>
      <Menu.Target>
        <UnstyledButton className={`${classes.item} ${classes.warning}`} aria-label={label}>
          <IconShieldExclamation size={20} stroke={1.6} aria-hidden="true" />
          <span>{isOpen ? label : t('shell.setUpWarning.short')}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <p className={classes.warningText}>{t('shell.setUpWarning')}</p>
        <Menu.Item component={Link} to="/setup">
          {t('shell.setUpWarning.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
