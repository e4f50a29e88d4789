import { Tooltip } from '@mantine/core';
import type { MenuItem } from '@millrace/contract';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../api/queries.ts';
import classes from './Sidebar.module.css';

/** Entries that whoever operates the instance has added. */
export const MenuItems = ({ position, isOpen }: { position: MenuItem['position']; isOpen: boolean }) => {
  const items = useQuery(settingsQuery).data?.menuItems?.filter((item) => item.position === position) ?? [];
  return items.map(({ id, label, icon, url, newWindow }) => (
    <Tooltip key={id} label={label} position="right" disabled={isOpen}>
      <a
        href={url}
        className={classes.item}
        aria-label={label}
        {...(newWindow && { target: '_blank', rel: 'noreferrer' })}
      >
        {icon ? (
          <span className={classes.letters} aria-hidden="true">
            {icon.slice(0, 2)}
          </span>
        ) : (
          <IconExternalLink size={20} stroke={1.6} aria-hidden="true" />
        )}
        {isOpen && <span className={classes.itemLabel}>{label}</span>}
      </a>
    </Tooltip>
  ));
};
