import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { apiScopeNames } from './scopes.ts';

const params = z.object({ id: z.string().max(64) });

const nameSchema = z.string().trim().min(1, 'must not be empty').max(128);
const scopesSchema = z.array(z.enum(apiScopeNames)).min(1, 'must name at least one scope');
const expirySchema = z.iso.datetime().nullable().describe('null: never.');

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(apiScopeNames)),
  /** What the key begins with, to tell it from others. */
  hint: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api-keys',
    summary: 'List your own API keys',
    access: { who: 'user', scope: 'session' },
    response: z.array(apiKeySchema),
  },
  create: {
    method: 'POST',
    path: '/api-keys',
    summary: 'Make an API key for yourself',
    description: 'The only answer that has the secret.',
    access: { who: 'user', scope: 'session' },
    body: z.strictObject({ name: nameSchema, scopes: scopesSchema, expiresAt: expirySchema.optional() }),
    response: apiKeySchema.extend({ secret: z.string() }),
  },
  update: {
    method: 'PATCH',
    path: '/api-keys/{id}',
    summary: 'Change the name, scopes or expiry of one of your API keys',
    access: { who: 'user', scope: 'session' },
    params,
    body: z.strictObject({
      name: nameSchema.optional(),
      scopes: scopesSchema.optional(),
      expiresAt: expirySchema.optional(),
    }),
    response: apiKeySchema,
  },
  remove: {
    method: 'DELETE',
    path: '/api-keys/{id}',
    summary: 'Delete one of your API keys, which ends its use at once',
    access: { who: 'user', scope: 'session' },
    params,
    response: z.literal(true),
  },
});
