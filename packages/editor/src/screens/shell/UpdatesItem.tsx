import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconCircleArrowUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/updates.ts';
import { hideToastsOf, showWarning } from '../../ui/toasts.ts';
import { useUpdates } from '../../updates/updates-query.ts';
import classes from './Sidebar.module.css';

const topic = 'critical-update';
const mostCounted = 99;

const showDrawer = () => {
  hideToastsOf(topic);
  openDialog('updates', {});
};

/** How many newer versions there are, where there are some. Tells of it when the running one has a hole in its security. */
export const UpdatesItem = ({ isOpen }: { isOpen: boolean }) => {
  const updates = useUpdates();
  const { hasSecurityIssue = false, securityIssueFixVersion: fix = null } = updates?.current ?? {};
  useEffect(() => {
    if (!hasSecurityIssue) return;
    showWarning(t('updates.critical'), {
      message: fix ? t('updates.critical.fix', { version: fix }) : t('updates.critical.latest'),
      sticky: true,
      topic,
      actions: [{ label: t('updates.critical.open'), run: showDrawer }],
    });
    return () => hideToastsOf(topic);
  }, [hasSecurityIssue, fix]);
  const count = updates?.newer.length ?? 0;
  if (count === 0) return null;
  const label = count > mostCounted ? t('updates.available.many') : t('updates.available', { count });
  return (
    <Tooltip label={label} position="right" disabled={isOpen}>
      <UnstyledButton className={`${classes.item} ${classes.news}`} aria-label={label} onClick={showDrawer}>
        <IconCircleArrowUp size={20} stroke={1.6} aria-hidden="true" />
        {isOpen && <span className={classes.itemLabel}>{label}</span>}
      </UnstyledButton>
    </Tooltip>
  );
};
