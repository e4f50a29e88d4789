import { z } from 'zod';
import { auditActionNames, auditResourceNames } from '../audit.ts';
import { idSchema } from '../ids.ts';
import { defineEndpoints } from './endpoint.ts';

export const auditEventSchema = z.object({
  id: idSchema,
  at: z.iso.datetime(),
  /** Null: nobody who was known, such as of a sign-in that failed. The name is that of the time, so it outlives the user. */
  user: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Of the API key that the call came with. */
  apiKeyId: z.string().nullable(),
  action: z.enum(auditActionNames),
  resource: z.enum(auditResourceNames),
  resourceId: z.string().nullable(),
  /** What it was called at the time. */
  name: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const auditEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/audit-events',
    summary: 'List who did what, newest first',
    access: { who: 'owner', scope: 'audit:read' },
    query: z.strictObject({
      userId: z.string().optional(),
      action: z.enum(auditActionNames).optional(),
      resource: z.enum(auditResourceNames).optional(),
      resourceId: z.string().describe('With `resource`.').optional(),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().describe('Before this time.').optional(),
      lastId: idSchema.describe('Older ones than this.').optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(auditEventSchema),
  },
});
