import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconCircleArrowUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { openDialog, useOpenDialogs } from '../../dialogs/stack.ts';
import { tourStore } from '../../first-run/tour/tour-state.ts';
import { t } from '../../messages/updates.ts';
import { hideToastsOf, showWarning } from '../../ui/toasts.ts';
import { isToldOf, rememberToldOf } from '../../updates/told.ts';
import { useUpdates } from '../../updates/updates-query.ts';
import classes from './Sidebar.module.css';

const topic = 'critical-update';
const mostCounted = 99;

const showDrawer = () => openDialog('updates', {});

/** Where a toast would lie over what the screen is for it goes by itself; the sidebar goes on telling. */
const isNarrow = (): boolean => matchMedia('(max-width: 640px)').matches;
const narrowTime = 8000;

/**
 * Tells that the running version has a hole in its security: once for each version that mends it, and not over a dialog or the tour, which
 * people are in the middle of.
 */
const useCriticalToast = (hasSecurityIssue: boolean, fix: string | null): void => {
  const isBusy = useStore(tourStore, ({ step }) => step !== null);
  const hasDialog = useOpenDialogs().length > 0;
  const isShown = hasSecurityIssue && !isBusy && !hasDialog;
  useEffect(() => {
    if (!isShown || isToldOf(fix)) return;
    let isTakenAway = false;
    showWarning(t('updates.critical'), {
      message: fix ? t('updates.critical.fix', { version: fix }) : t('updates.critical.latest'),
      sticky: !isNarrow(),
      duration: narrowTime,
      topic,
      onClose: () => !isTakenAway && rememberToldOf(fix),
      actions: [
        {
          label: t('updates.critical.open'),
          run: () => {
            rememberToldOf(fix);
            showDrawer();
          },
        },
      ],
    });
    return () => {
      isTakenAway = true;
      hideToastsOf(topic);
    };
  }, [isShown, fix]);
};

/** How many newer versions there are, where there are some. */
export const UpdatesItem = ({ isOpen }: { isOpen: boolean }) => {
  const updates = useUpdates();
  const { hasSecurityIssue = false, securityIssueFixVersion: fix = null } = updates?.current ?? {};
  useCriticalToast(hasSecurityIssue, fix);
  const count = updates?.newer.length ?? 0;
  if (count === 0) return null;
  const label = count > mostCounted ? t('updates.available.many') : t('updates.available', { count });
  return (
    <Tooltip label={label} position="right" disabled={isOpen}>
      <UnstyledButton
        className={`${classes.item} ${classes.news}`}
        data-critical={hasSecurityIssue || undefined}
        aria-label={label}
        onClick={showDrawer}
      >
        <IconCircleArrowUp size={20} stroke={1.6} aria-hidden="true" />
        {isOpen && <span className={classes.itemLabel}>{label}</span>}
      </UnstyledButton>
    </Tooltip>
  );
};
