import { api } from '@millrace/contract';
import type { FastifyInstance } from 'fastify';
import { type EndpointOptions, registerEndpoints } from '../platform/endpoints.ts';
import { AppError } from '../platform/errors.ts';
import type { Telemetry } from './telemetry.ts';

export const registerTelemetryRoutes = (app: FastifyInstance, telemetry: Telemetry, options: EndpointOptions): void =>
  registerEndpoints(
    app,
    api.telemetry,
    {
      record: ({ body }, { user }) => {
        if (!telemetry.isOn) throw new AppError('notFound', 'Nothing is collected on this instance.');
        telemetry.record(body.events, user);
        return { success: true as const };
      },
    },
    options,
  );
