import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { describeError } from '../../api/errors.ts';
import { connectPush, onPushReconnect } from '../../api/push.ts';
import { queryClient, settingsQuery } from '../../api/queries.ts';
import { DialogStack } from '../../dialogs/DialogStack.tsx';
import { t } from '../../messages/index.ts';
import { hideToastsOf, showError, showToast } from '../../ui/toasts.ts';
import { saysFailure } from '../../workflow/failure-text.ts';
import { onNotice } from '../../workflow/notices.ts';
import { onPanelChange } from '../../workflow/panel-state.ts';
import { followRuns } from '../../workflow/run.ts';
import { followStaleness } from '../../workflow/stale-marks.ts';
import { workflowStore } from '../../workflow/store.ts';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';

/** Sidebar and screen, with the dialogs over them; keeps the event stream open while the page is. */
export const Shell = () => {
  useEffect(() => {
    const ends = [
      onNotice(({ kind, title, ...text }) => showToast(kind, title, text)),
      hideToastsOfPastRuns(),
      onPanelChange(({ node }) => {
        if (saysFailure(workflowStore.getState().run, node)) hideToastsOf('run');
      }),
      onPushReconnect(recover),
      followRuns(),
      followStaleness(),
      connectPush(),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  useStartFailure();
  return (
    <div className={classes.shell}>
      <Sidebar />
      <main className={classes.screen}>
        <Outlet />
      </main>
      <DialogStack />
    </div>
  );
};

/** Tells when the server cannot be reached at the start; the toast stays. */
const useStartFailure = () => {
  const { error } = useQuery(settingsQuery);
  useEffect(() => {
    if (error) showError(t('shell.start.failed'), describeError(error));
  }, [error]);
};

/** The server is there again: what was said about its absence goes, and what could not be read is read. */
const recover = () => {
  hideToastsOf('connection');
  void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
};

/** What a run had to say goes when it goes on after a wait, another one starts or another workflow is opened. */
const hideToastsOfPastRuns = () =>
  workflowStore.subscribe((now, before) => {
    const starts = now.run.status === 'starting' && before.run.status !== 'starting';
    const goesOn = before.run.status === 'waiting' && now.run.status !== 'waiting';
    if (starts || goesOn || now.opened !== before.opened) hideToastsOf('run');
  });
