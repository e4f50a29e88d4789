import { queryClient, settingsQuery } from '../api/queries.ts';

/** Asks the person what the host of prompts wants to know now, if anything. Nobody is called where telemetry is off. */
export const askPrompts = (): void => {
  const settings = queryClient.getQueryData(settingsQuery.queryKey);
  if (settings?.telemetry?.enabled) void import('./prompts-host.ts').then(({ openPrompt }) => openPrompt());
};
