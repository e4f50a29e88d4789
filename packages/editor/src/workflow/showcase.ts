import { queryClient, settingsQuery } from '../api/queries.ts';

/** True on an instance that runs no workflows itself (`demoMode` false): they are built and saved there, and run elsewhere. */
export const isShowcase = (): boolean => queryClient.getQueryData(settingsQuery.queryKey)?.demoMode === false;

const listeners = new Set<() => void>();

/** Calls back when somebody wants what a showcase does not do. Returns the end of it. */
export const onUpgrade = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Asked for by what would run a workflow. This folder knows no screen: the shell leads to where it can be run. */
export const upgrade = (): void => {
  for (const listener of listeners) listener();
};
