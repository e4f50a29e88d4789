import { createStore } from 'zustand/vanilla';
import type { WorkflowSession } from '../../workflow/session.ts';

/** Which step of the tour is shown, of the workflow that was open when it began; null: no tour. */
export const tourStore = createStore<{ step: number | null }>(() => ({ step: null }));

const seenKey = 'millrace.tour';

/** Whether somebody has been on the tour in this browser, or has left it. */
export const hasSeenTour = (): boolean => {
  try {
    return localStorage.getItem(seenKey) !== null;
  } catch {
    return false;
  }
};

export const startTour = (): void => tourStore.setState({ step: 0 });

export const endTour = (): void => {
  tourStore.setState({ step: null });
  try {
    localStorage.setItem(seenKey, 'seen');
  } catch {
    // A browser that keeps nothing may be asked again.
  }
};

/** A canvas on which the tour can be taken. */
export const isTourPossible = (session: WorkflowSession | null): boolean =>
  session !== null && !session.state().readOnly;
