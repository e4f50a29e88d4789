import { z } from 'zod';
import { documentPatchSchema } from '../document/patch-schema.ts';
import { executionStatusSchema } from '../execution.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { triggerStateSchema } from '../trigger-state.ts';
import {
  runnableWorkflowSchema,
  workflowCreateSchema,
  workflowSchema,
  workflowSummarySchema,
  workflowUpdateSchema,
} from '../workflow.ts';
import { defineEndpoints } from './endpoint.ts';
import { executionDestinationSchema } from './executions.ts';
import { jsonQuery } from './query.ts';

const params = z.object({ id: idSchema });

export const workflowFilterSchema = z.strictObject({
  active: z.boolean().optional(),
  name: z.string().describe('The whole name, as it is written.').optional(),
});
export type WorkflowFilter = z.infer<typeof workflowFilterSchema>;

/** An id, or `none` for what is in no folder. */
const folderFilter = z.union([idSchema, z.literal('none')]);

export const workflowsQuerySchema = z.strictObject({
  search: z.string().max(200).describe('Words that the name holds, each.').optional(),
  tags: z.array(idSchema).max(50).describe('Ids of tags, of which a workflow has all.').optional(),
  folder: folderFilter.describe('Those in this folder, without folders of it; `none`: those in no folder.').optional(),
  owner: z.string().describe('Id of the user whose they are.').optional(),
  active: z.boolean().optional(),
  lastExecution: executionStatusSchema.describe('How the latest execution of each has ended, or stands.').optional(),
});
export type WorkflowsQuery = z.infer<typeof workflowsQuerySchema>;

const lastExecutionSchema = z.object({
  id: idSchema,
  status: executionStatusSchema,
  startedAt: z.iso.datetime(),
  stoppedAt: z.iso.datetime().nullable(),
});
export type LastExecution = z.infer<typeof lastExecutionSchema>;

/** A workflow in a list that is read in pages. */
export const workflowListingSchema = workflowSummarySchema.extend({
  /** The latest one that is kept; null: there is none. */
  lastExecution: lastExecutionSchema.nullable(),
});
export type WorkflowListing = z.infer<typeof workflowListingSchema>;

const severalIds = z.array(idSchema).min(1).max(limits.workflowsMaxPageSize);
const storedRevisionSchema = workflowSchema.pick({ revision: true, publishedRevision: true, updatedAt: true });
export type StoredRevision = z.infer<typeof storedRevisionSchema>;

export const workflowEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/workflows',
    summary: 'List workflows without their nodes, newest change first',
    access: { who: 'user', scope: 'workflow:read' },
    query: z.strictObject({ filter: jsonQuery(workflowFilterSchema).optional() }),
    response: z.array(workflowSummarySchema),
  },
  search: {
    method: 'GET',
    path: '/workflows/search',
    summary: 'List workflows page by page, searched, filtered and sorted',
    access: { who: 'user', scope: 'workflow:read' },
    query: z.strictObject({
      filter: jsonQuery(workflowsQuerySchema).optional(),
      sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(limits.workflowsMaxPageSize).default(50),
    }),
    response: z.object({ count: z.number().int(), workflows: z.array(workflowListingSchema) }),
  },
  move: {
    method: 'POST',
    path: '/workflows/move',
    summary: 'Move workflows into a folder, or out of all folders',
    description: 'The folder belongs to the user whose workflows they are. Either all are moved, or none.',
    access: { who: 'user', scope: 'workflow:write' },
    body: z.strictObject({ ids: severalIds, folderId: idSchema.nullable() }),
    response: z.literal(true),
  },
  tag: {
    method: 'POST',
    path: '/workflows/tag',
    summary: 'Put tags on several workflows, and take others off',
    description: 'Either all of them are changed, or none.',
    access: { who: 'user', scope: 'workflow:write' },
    body: z.strictObject({
      ids: severalIds,
      add: z.array(idSchema).max(50).default([]),
      remove: z.array(idSchema).max(50).default([]),
    }),
    response: z.literal(true),
  },
  newName: {
    method: 'GET',
    path: '/workflows/new',
    summary: 'Get a name that no workflow has yet',
    description: 'The one that is asked for or the default one, with a number if it is taken.',
    access: { who: 'user', scope: 'workflow:read' },
    query: z.strictObject({ name: z.string().optional() }),
    response: z.object({ name: z.string() }),
  },
  fromUrl: {
    method: 'GET',
    path: '/workflows/from-url',
    summary: 'Fetch a workflow from an address',
    description: 'As it is there, in the public format; nothing is stored. The address ends with `.json`.',
    access: { who: 'user', scope: 'workflow:write' },
    query: z.strictObject({ url: z.string() }),
    response: z.looseObject({ nodes: z.array(z.unknown()), connections: z.record(z.string(), z.unknown()) }),
  },
  get: {
    method: 'GET',
    path: '/workflows/{id}',
    summary: 'Get a workflow',
    access: { who: 'user', scope: 'workflow:read' },
    params,
    response: workflowSchema,
  },
  create: {
    method: 'POST',
    path: '/workflows',
    summary: 'Store a new workflow',
    description:
      'An `id` and dates in the body may come from elsewhere; they are not taken over. Tags that are named and that there are not yet are created. Values of another type than they should have are read as an import reads them, and nodes that have the name of another get a number.',
    access: { who: 'user', scope: 'workflow:write' },
    query: z.strictObject({
      folderId: idSchema.describe('The folder that it is put into.').optional(),
      draft: z
        .uuid()
        .describe(
          'A draft that becomes this workflow: asked once more with the same, the answer is the workflow that it became.',
        )
        .optional(),
    }),
    body: workflowCreateSchema,
    response: workflowSchema,
  },
  update: {
    method: 'PATCH',
    path: '/workflows/{id}',
    summary: 'Change any part of a workflow, or activate and deactivate it',
    description: 'With `updatedAt`, only if nobody has changed it since then (409).',
    access: { who: 'user', scope: 'workflow:write' },
    params,
    body: workflowUpdateSchema,
    response: workflowSchema,
  },
  patch: {
    method: 'POST',
    path: '/workflows/{id}/patches',
    summary: 'Change a workflow by patches of its document',
    description:
      'As of the named revision; where the workflow has another one, `conflict` of the 409 says what has changed since.',
    access: { who: 'user', scope: 'workflow:write' },
    params,
    body: z.strictObject({
      revision: z.number().int().min(1),
      patches: z.array(documentPatchSchema).min(1),
      publish: z
        .boolean()
        .describe('false: an active workflow goes on running as it was, until it is published.')
        .optional(),
    }),
    response: storedRevisionSchema,
  },
  publish: {
    method: 'POST',
    path: '/workflows/{id}/publish',
    summary: 'Have an active workflow run as it is at this revision',
    description:
      'An earlier revision runs until another one is published, or a change of the workflow is; the workflow itself stays as it is.',
    access: { who: 'user', scope: 'workflow:write' },
    params,
    body: z.strictObject({ revision: z.number().int().min(1) }),
    response: storedRevisionSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/workflows/{id}',
    summary: 'Deactivate and delete a workflow',
    description: 'Its executions stay.',
    access: { who: 'user', scope: 'workflow:write' },
    params,
    response: z.literal(true),
  },
  run: {
    method: 'POST',
    path: '/workflows/run',
    summary: 'Run the posted workflow by hand',
    description: 'It need not be stored. With a webhook trigger it waits for a test call.',
    access: { who: 'user', scope: 'workflow:execute' },
    body: z.strictObject({
      workflowData: runnableWorkflowSchema,
      ...executionDestinationSchema.shape,
    }),
    response: z.union([z.object({ executionId: z.string() }), z.object({ waitingForWebhook: z.literal(true) })]),
  },
});

export const activeEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/active',
    summary: 'List the ids of the workflows whose triggers are running',
    access: { who: 'user', scope: 'workflow:read' },
    response: z.array(idSchema),
  },
  error: {
    method: 'GET',
    path: '/active/error/{id}',
    summary: 'Get why an active workflow could not be started',
    description: 'Nothing if it runs.',
    access: { who: 'user', scope: 'workflow:read' },
    params,
    response: z.object({ time: z.string(), error: z.object({ message: z.string() }) }).optional(),
  },
  triggers: {
    method: 'GET',
    path: '/active/triggers/{id}',
    summary: 'Get how the triggers of a workflow do: connections, and what fails',
    description: 'Triggers that are not listed are served, and have not failed.',
    access: { who: 'user', scope: 'workflow:read' },
    params,
    response: z.array(triggerStateSchema),
  },
});

export const testWebhookEndpoints = defineEndpoints({
  remove: {
    method: 'DELETE',
    path: '/test-webhook/{id}',
    summary: 'Stop waiting for a test call of this workflow',
    access: { who: 'user', scope: 'workflow:execute' },
    params: z.object({ id: z.string() }),
    response: z.literal(true),
  },
});
