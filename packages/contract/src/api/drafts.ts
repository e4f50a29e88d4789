import { z } from 'zod';
import { documentPatchSchema } from '../document/patch-schema.ts';
import { idSchema } from '../ids.ts';
import { isObject } from '../json.ts';
import { tagReferenceSchema } from '../tag.ts';
import { workflowGraphSchema } from '../workflow.ts';
import { defineEndpoints } from './endpoint.ts';
import { standsFor } from './stands-for.ts';

/** What has been edited and not saved: of a stored workflow, what it changes in a revision; of one that is not stored, all of it. */
const draftContentSchema = z.union([
  z.strictObject({
    workflowId: idSchema,
    revision: z.number().int().min(1),
    patches: z.array(documentPatchSchema),
    /** Where they are others than the stored ones, which have no revision. */
    tags: z.array(tagReferenceSchema.strict()).optional(),
  }),
  z.strictObject({ workflow: workflowGraphSchema.extend({ name: z.string() }) }),
]);
export type DraftContent = z.infer<typeof draftContentSchema>;

export const workflowDraftSchema = z.object({ id: z.uuid(), updatedAt: z.iso.datetime() });
export type WorkflowDraft = z.infer<typeof workflowDraftSchema>;

const params = z.object({ id: z.uuid() });

export const draftEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/drafts',
    summary: 'List your drafts of a workflow, newest first',
    description: 'Without `workflowId` those of workflows that were never saved. A draft is kept for 30 days.',
    access: { who: 'user', scope: 'workflow:read' },
    query: z.strictObject({ workflowId: idSchema.optional() }),
    response: z.array(workflowDraftSchema),
  },
  get: {
    method: 'GET',
    path: '/drafts/{id}',
    summary: 'Get what a draft of yours holds',
    access: { who: 'user', scope: 'workflow:read' },
    params,
    response: standsFor(z.custom<DraftContent>(isObject), draftContentSchema),
  },
  put: {
    method: 'PUT',
    path: '/drafts/{id}',
    summary: 'Keep what was edited and not saved',
    description: 'The id is made by whoever edits. Nobody else sees a draft.',
    access: { who: 'user', scope: 'workflow:write' },
    params,
    body: draftContentSchema,
    response: z.object({ updatedAt: z.iso.datetime() }),
  },
  remove: {
    method: 'DELETE',
    path: '/drafts/{id}',
    summary: 'Discard a draft',
    access: { who: 'user', scope: 'workflow:write' },
    params,
    response: z.literal(true),
  },
});
