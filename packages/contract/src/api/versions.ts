import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { nameText } from '../name-text.ts';
import { workflowGraphSchema } from '../workflow.ts';
import { defineEndpoints } from './endpoint.ts';
import { userNameSchema } from './users.ts';

const workflow = z.object({ id: idSchema });
const version = workflow.extend({ revision: z.coerce.number().int().min(1) });

/** What a save has made of a workflow. */
export const workflowVersionSchema = z.object({
  revision: z.number().int(),
  /** What people call it; named ones are kept. */
  name: z.string().nullable(),
  savedAt: z.iso.datetime(),
  /** Null: a user who is gone, or a save from before saves had authors. */
  savedBy: userNameSchema.nullable(),
  /** Nodes, wires and other parts that it has changed. */
  changes: z.number().int(),
});
export type WorkflowVersion = z.infer<typeof workflowVersionSchema>;

export const versionEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/workflows/{id}/versions',
    summary: 'List the versions of a workflow, newest first',
    description: 'Each save that changes something is a version, known by its revision.',
    access: { who: 'user', scope: 'workflow:read' },
    params: workflow,
    query: z.strictObject({
      before: z.coerce.number().int().min(1).describe('Only earlier ones than this revision.').optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(limits.versionsPerPage),
    }),
    response: z.array(workflowVersionSchema),
  },
  get: {
    method: 'GET',
    path: '/workflows/{id}/versions/{revision}',
    summary: 'Get a workflow as it was at a version, in the public format',
    access: { who: 'user', scope: 'workflow:read' },
    params: version,
    response: workflowGraphSchema.extend({ name: z.string() }),
  },
  rename: {
    method: 'PATCH',
    path: '/workflows/{id}/versions/{revision}',
    summary: 'Name a version, or take its name away',
    access: { who: 'user', scope: 'workflow:write' },
    params: version,
    body: z.strictObject({ name: nameText(limits.versionNameMaxLength).nullable() }),
    response: workflowVersionSchema,
  },
});
