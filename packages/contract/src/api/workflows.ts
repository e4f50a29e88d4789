import { z } from 'zod';
import { documentPatchSchema } from '../document/patches.ts';
import { idSchema } from '../ids.ts';
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
  /** The whole name, as it is written. */
  name: z.string().optional(),
});
export type WorkflowFilter = z.infer<typeof workflowFilterSchema>;

export const workflowEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/workflows',
    summary: 'All workflows, newest change first, without their nodes',
    access: 'user',
    query: z.strictObject({ filter: jsonQuery(workflowFilterSchema).optional() }),
    response: z.array(workflowSummarySchema),
  },
  newName: {
    method: 'GET',
    path: '/workflows/new',
    summary: 'A name that no workflow has yet: the asked or the default one, with a number if taken',
    access: 'user',
    query: z.strictObject({ name: z.string().optional() }),
    response: z.object({ name: z.string() }),
  },
  get: {
    method: 'GET',
    path: '/workflows/{id}',
    summary: 'One workflow, whole',
    access: 'user',
    params,
    response: workflowSchema,
  },
  create: {
    method: 'POST',
    path: '/workflows',
    summary: 'Store a new workflow',
    access: 'user',
    body: workflowCreateSchema,
    response: workflowSchema,
  },
  update: {
    method: 'PATCH',
    path: '/workflows/{id}',
    summary: 'Change any part of a workflow, or activate and deactivate it',
    access: 'user',
    params,
    body: workflowUpdateSchema,
    response: workflowSchema,
  },
  patch: {
    method: 'POST',
    path: '/workflows/{id}/patches',
    summary:
      'Change a workflow by patches of its document, as of the named revision; where it has another one, 409 says what has changed since',
    access: 'user',
    params,
    body: z.strictObject({ revision: z.number().int().min(1), patches: z.array(documentPatchSchema).min(1) }),
    response: z.object({ revision: z.number().int(), updatedAt: z.iso.datetime() }),
  },
  remove: {
    method: 'DELETE',
    path: '/workflows/{id}',
    summary: 'Deactivate and delete a workflow; its executions stay',
    access: 'user',
    params,
    response: z.literal(true),
  },
  run: {
    method: 'POST',
    path: '/workflows/run',
    summary: 'Run the posted graph by hand; a webhook trigger waits for a test call instead',
    access: 'user',
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
    summary: 'Ids of the workflows whose triggers are running',
    access: 'user',
    response: z.array(idSchema),
  },
  error: {
    method: 'GET',
    path: '/active/error/{id}',
    summary: 'Why an active workflow could not be started; nothing if it runs',
    access: 'user',
    params,
    response: z.object({ time: z.string(), error: z.object({ message: z.string() }) }).optional(),
  },
});

export const testWebhookEndpoints = defineEndpoints({
  remove: {
    method: 'DELETE',
    path: '/test-webhook/{id}',
    summary: 'Stop waiting for a test call of this workflow',
    access: 'user',
    params: z.object({ id: z.string() }),
    response: z.literal(true),
  },
});
