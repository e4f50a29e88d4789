import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * Whether the session of this page has ended under way: it expired, was ended elsewhere, or another person has signed in. Calls that were refused for
 * it wait until the person is signed in again, and are sent again then: what was being saved is saved.
 */
interface SessionEnd {
  hasEnded: boolean;
  /** Somebody is signed in on this page, so that a refusal means an end. */
  isSignedIn: boolean;
}

const endStore = createStore<SessionEnd>(() => ({ hasEnded: false, isSignedIn: false }));

let resumption = Promise.withResolvers<void>();

export const setSignedIn = (isSignedIn: boolean): void => endStore.setState({ isSignedIn });

export const isSignedIn = (): boolean => endStore.getState().isSignedIn;

export const endSession = (): void => {
  if (endStore.getState().isSignedIn) endStore.setState({ hasEnded: true });
};

/** The same person is signed in again: the calls that wait go on. */
export const resumeSession = (): void => {
  endStore.setState({ hasEnded: false });
  resumption.resolve();
  resumption = Promise.withResolvers();
};

/** For a call that was refused since nobody is signed in. @returns undefined: there was no session; else fulfilled when it may be sent again */
export const sessionResumed = (): Promise<void> | undefined => {
  endSession();
  return endStore.getState().hasEnded ? resumption.promise : undefined;
};

export const useSessionEnd = (): boolean => useStore(endStore, (state) => state.hasEnded);
export const hasSessionEnded = (): boolean => endStore.getState().hasEnded;
