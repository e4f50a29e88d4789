import { z } from 'zod';
import { serverSettingsSchema } from '../settings.ts';
import { defineEndpoints } from './endpoint.ts';

export const settingsEndpoints = defineEndpoints({
  get: {
    method: 'GET',
    path: '/settings',
    summary: 'What the editor must know of this instance',
    access: 'public',
    response: serverSettingsSchema,
  },
  timezones: {
    method: 'GET',
    path: '/options/timezones',
    summary: 'Time zone name → label with its present offset',
    access: 'user',
    response: z.record(z.string(), z.string()),
  },
});
