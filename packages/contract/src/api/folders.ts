import { z } from 'zod';
import { folderNameSchema, folderSchema } from '../folder.ts';
import { idSchema } from '../ids.ts';
import { defineEndpoints } from './endpoint.ts';

const params = z.object({ id: idSchema });
const parentId = idSchema.nullable().describe('Null: in no other folder.');

export const folderEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/folders',
    summary: 'List the folders of workflows by name',
    description: 'Own ones; the owner of the instance sees those of everyone.',
    access: { who: 'user', scope: 'workflow:read' },
    response: z.array(folderSchema),
  },
  create: {
    method: 'POST',
    path: '/folders',
    summary: 'Create a folder',
    access: { who: 'user', scope: 'workflow:write' },
    body: z.strictObject({ name: folderNameSchema, parentId: parentId.optional() }),
    response: folderSchema,
  },
  update: {
    method: 'PATCH',
    path: '/folders/{id}',
    summary: 'Rename a folder, or move it into another one',
    access: { who: 'user', scope: 'workflow:write' },
    params,
    body: z
      .strictObject({ name: folderNameSchema.optional(), parentId: parentId.optional() })
      .refine((change) => Object.keys(change).length > 0, 'must name something to change'),
    response: folderSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/folders/{id}',
    summary: 'Delete a folder',
    description: 'The workflows and folders in it move to where it was.',
    access: { who: 'user', scope: 'workflow:write' },
    params,
    response: z.literal(true),
  },
});
