import { Tooltip } from '@mantine/core';
import { IconPackage, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/index.ts';
import { maySee } from '../../routes/access.ts';
import { useStanding } from '../../start/use-standing.ts';
import classes from './Sidebar.module.css';

/** Where the settings begin for a person; undefined: there are none for him. */
export const useSettingsAddress = (): '/settings/personal' | '/settings/users' | undefined => {
  const standing = useStanding();
  if (maySee('PersonalSettings', standing)) return '/settings/personal';
  return maySee('UsersSettings', standing) ? '/settings/users' : undefined;
};

/** The settings; for somebody who has none, on an instance without accounts, at once what else that area holds. */
export const SettingsLink = ({ isOpen }: { isOpen: boolean }) => {
  const to = useSettingsAddress();
  const holdsPackages = maySee('CommunityNodes', useStanding());
  if (to === undefined && !holdsPackages) return null;
  const label = t(to ? 'shell.menu.appSettings' : 'shell.menu.communityNodes');
  const Icon = to ? IconSettings : IconPackage;
  return (
    <Tooltip label={label} position="right" disabled={isOpen}>
      <Link to={to ?? '/settings/community-nodes'} className={classes.item} aria-label={label}>
        <Icon size={20} stroke={1.6} aria-hidden="true" />
        {isOpen && <span>{label}</span>}
      </Link>
    </Tooltip>
  );
};
