import { z } from 'zod';
import { serverSettingsSchema } from '../settings.ts';
import { defineEndpoints } from './endpoint.ts';

export const settingsEndpoints = defineEndpoints({
  get: {
    method: 'GET',
    path: '/settings',
    summary: 'Get what a client must know of this instance',
    access: { who: 'anyone' },
    response: serverSettingsSchema,
  },
  timezones: {
    method: 'GET',
    path: '/options/timezones',
    summary: 'List the time zones: name → label with its present offset',
    access: { who: 'user', scope: 'any' },
    response: z.record(z.string(), z.string()),
  },
});
