import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import { clientOf } from '../sessions/client.ts';
import type { Settings } from './service.ts';
import { listTimezones } from './timezones.ts';

const hour = 3_600_000;

export const registerSettingsRoutes = (
  app: FastifyInstance,
  { settings, clock }: { settings: Settings; clock: Clock },
  options: EndpointOptions,
): void => {
  // Some 400 zones take a while to label, and offsets change on the hour at most.
  let labelled: { hour: number; zones: Record<string, string> } | undefined;
  const timezones = (): Record<string, string> => {
    const now = Math.floor(clock.now() / hour);
    if (labelled?.hour !== now) labelled = { hour: now, zones: listTimezones(now * hour) };
    return labelled.zones;
  };
  registerEndpoints(
    app,
    api.settings,
    { get: (_request, _caller, { request }) => settings.read(clientOf(request)), timezones },
    options,
  );
};
