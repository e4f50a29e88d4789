import type { TelemetryEventName, TelemetryProperties } from '@millrace/contract';
import { queryClient, settingsQuery } from '../api/queries.ts';

/** Tells of something that was done, where the operator collects that; else nothing is loaded, and nobody called. */
export const track = <Name extends TelemetryEventName>(name: Name, properties: TelemetryProperties[Name]): void => {
  const url = queryClient.getQueryData(settingsQuery.queryKey)?.telemetry?.config?.url;
  if (url === undefined) return;
  const at = new Date().toISOString();
  void import('./sender.ts').then(({ send }) => send(url, { name, at, properties }));
};
