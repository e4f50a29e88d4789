import { z } from 'zod';
import { telemetryEventSchema } from '../telemetry.ts';
import { defineEndpoints } from './endpoint.ts';
import { succeeded } from './users.ts';

export const telemetryEndpoints = defineEndpoints({
  record: {
    method: 'POST',
    path: '/telemetry-events',
    summary: 'Tell what was done in the editor, where the operator collects that',
    access: { who: 'user', scope: 'session' },
    body: z.strictObject({ events: z.array(telemetryEventSchema).max(100) }),
    response: succeeded,
  },
});
