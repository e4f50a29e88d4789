import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { tagNameSchema, tagSchema } from '../tag.ts';
import { defineEndpoints } from './endpoint.ts';
import { booleanQuery } from './query.ts';

const params = z.object({ id: idSchema });
const body = z.strictObject({ name: tagNameSchema });

export const tagEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/tags',
    summary: 'List the tags by name',
    description: 'With `withUsageCount`, each says how many workflows have it that the caller can see.',
    access: { who: 'user', scope: 'tag:read' },
    query: z.strictObject({
      withUsageCount: booleanQuery.optional(),
      force: booleanQuery.describe('Taken for clients that keep lists of their own; it changes nothing.').optional(),
    }),
    response: z.array(tagSchema),
  },
  create: {
    method: 'POST',
    path: '/tags',
    summary: 'Create a tag',
    access: { who: 'user', scope: 'tag:write' },
    body,
    response: tagSchema,
  },
  rename: {
    method: 'PATCH',
    path: '/tags/{id}',
    summary: 'Rename a tag, in all workflows that have it',
    access: { who: 'user', scope: 'tag:write' },
    params,
    body,
    response: tagSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/tags/{id}',
    summary: 'Delete a tag, and take it off all workflows',
    access: { who: 'owner', scope: 'tag:write' },
    params,
    response: z.literal(true),
  },
});
