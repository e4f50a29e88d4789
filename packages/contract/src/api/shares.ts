import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { shareRoleSchema } from '../sharing.ts';
import { defineEndpoints } from './endpoint.ts';

const params = z.object({ id: idSchema });

const body = z.array(z.strictObject({ userId: z.string(), role: shareRoleSchema })).max(1000);

export const shareSchema = z.object({
  userId: z.string(),
  role: shareRoleSchema,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
});
export type Share = z.infer<typeof shareSchema>;

const response = z.array(shareSchema);

export const shareEndpoints = defineEndpoints({
  ofWorkflow: {
    method: 'GET',
    path: '/workflows/{id}/shares',
    summary: 'List with whom a workflow is shared',
    access: { who: 'user', scope: 'workflow:read' },
    params,
    response,
  },
  shareWorkflow: {
    method: 'PUT',
    path: '/workflows/{id}/shares',
    summary: 'Say with whom a workflow is shared',
    description:
      'The whole list: who is not in it has no share any more. `view` reads it and its executions, `use` also runs it, `edit` also changes and activates it.',
    access: { who: 'user', scope: 'workflow:write' },
    params,
    body,
    response,
  },
  ofCredential: {
    method: 'GET',
    path: '/credentials/{id}/shares',
    summary: 'List with whom a credential is shared',
    access: { who: 'user', scope: 'credential:read' },
    params,
    response,
  },
  shareCredential: {
    method: 'PUT',
    path: '/credentials/{id}/shares',
    summary: 'Say with whom a credential is shared',
    description:
      'The whole list: who is not in it has no share any more. `use` lets nodes use it, `view` also shows its fields without secrets, `edit` also changes it.',
    access: { who: 'user', scope: 'credential:write' },
    params,
    body,
    response,
  },
  ofDataTable: {
    method: 'GET',
    path: '/data-tables/{id}/shares',
    summary: 'List with whom a data table is shared',
    access: { who: 'user', scope: 'dataTable:read' },
    params,
    response,
  },
  shareDataTable: {
    method: 'PUT',
    path: '/data-tables/{id}/shares',
    summary: 'Say with whom a data table is shared',
    description:
      'The whole list: who is not in it has no share any more. `view` reads its rows, `use` also adds, changes and deletes rows, `edit` also changes its name and columns.',
    access: { who: 'user', scope: 'dataTable:write' },
    params,
    body,
    response,
  },
});
