import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { laterPart } from '../../canvas/later-part.tsx';
import { useEverywhereCommands } from '../../commands/everywhere.ts';
import { DialogStack } from '../../dialogs/DialogStack.tsx';
import { tourStore } from '../../first-run/tour/tour-state.ts';
import { checkPersonalization } from '../../prompts/personalization.ts';
import { hideToastsOf } from '../../ui/toasts.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { onNotice } from '../../workflow/notices.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { onUpgrade } from '../../workflow/showcase.ts';
import type { RunView } from '../../workflow/types.ts';
import { leadToPayment } from './lead-to-payment.ts';
import { useRegionKey } from './region-key.ts';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { showNotice } from './show-notice.ts';
import { ShowSessionContext } from './shown-session.ts';

const Tour = laterPart(async () => ({ default: (await import('../../first-run/tour/Tour.tsx')).Tour }));

/** Sidebar and screen, with the dialogs over them. */
export const Shell = () => {
  const [session, show] = useState<WorkflowSession | null>(null);
  useEffect(() => onNotice(showNotice), []);
  useEffect(() => onUpgrade(() => void leadToPayment(session)), [session]);
  useToastsOfRuns(session);
  useEverywhereCommands();
  useRegionKey();
  useEffect(checkPersonalization, []);
  const isOnTour = useStore(tourStore, ({ step }) => step !== null);
  return (
    <SessionContext value={session}>
      <div className={classes.shell}>
        <Sidebar />
        <main className={classes.screen}>
          <ShowSessionContext value={show}>
            <Outlet />
          </ShowSessionContext>
        </main>
        {isOnTour && (
          <Suspense fallback={null}>
            <Tour />
          </Suspense>
        )}
        <DialogStack />
      </div>
    </SessionContext>
  );
};

const isWaiting = ({ status }: RunView): boolean => status === 'waiting' || status === 'waitingForWebhook';

/**
 * What a run had to say goes when it goes on after a wait, another one starts, or the panel of a node is opened: whoever does that has read it, and it
 * would lie over the panel. The canvas goes on telling how the run stands.
 */
const useToastsOfRuns = (session: WorkflowSession | null) => {
  useEffect(() => {
    if (!session) return;
    const ends = [
      session.store.subscribe((now, before) => {
        const starts = now.run.status === 'starting' && before.run.status !== 'starting';
        const goesOn = isWaiting(before.run) && now.run.status !== before.run.status;
        if (starts || goesOn) hideToastsOf('run');
      }),
      session.panel.store.subscribe(({ node }, before) => {
        if (node !== null && node !== before.node) hideToastsOf('run');
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [session]);
};
