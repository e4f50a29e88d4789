import { Menu, UnstyledButton } from '@mantine/core';
import { IconLogout, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { initials, personName } from '../../account/person-name.ts';
import { useSignOut } from '../../account/sign-out.ts';
import { t } from '../../messages/index.ts';
import { useUser } from '../../start/use-standing.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useOpenSession } from '../../workflow/hooks.ts';
import { mayLeave } from '../workflow/opening.ts';
import { useSettingsAddress } from './SettingsLink.tsx';
import classes from './Sidebar.module.css';

/** Who is signed in, with the way to his settings and the way out. */
export const AccountMenu = ({ isOpen }: { isOpen: boolean }) => {
  const user = useUser();
  const settings = useSettingsAddress();
  const session = useOpenSession();
  const { signOut } = useSignOut();
  if (!user) return null;
  const name = personName(user);
  const leave = async () => {
    if (!session || (await mayLeave(session))) await signOut();
  };
  return (
    <Menu position="right-end" offset={6} width={232}>
      <Menu.Target>
        <UnstyledButton className={`${classes.item} ${classes.account}`} aria-label={t('shell.menu.account', { name })}>
          <Avatar initials={initials(user)} size={26} />
          {isOpen && <bdi className={classes.person}>{name}</bdi>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi className={classes.person}>{name}</bdi>
          <span className={classes.address}>{user.email}</span>
        </Menu.Label>
        {settings && (
          <Menu.Item
            component={Link}
            to={settings}
            leftSection={<IconSettings size={16} stroke={1.7} aria-hidden="true" />}
          >
            {t('shell.menu.appSettings')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} aria-hidden="true" />} onClick={() => void leave()}>
          {t('shell.menu.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
