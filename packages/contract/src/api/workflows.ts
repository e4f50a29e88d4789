import { z } from 'zod';
import { documentPatchSchema } from '../document/patch-schema.ts';
import { idSchema } from '../ids.ts';
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

export const workflowEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/workflows',
    summary: 'List workflows without their nodes, newest change first',
    access: { who: 'user', scope: 'workflow:read' },
    query: z.strictObject({ filter: jsonQuery(workflowFilterSchema).optional() }),
    response: z.array(workflowSummarySchema),
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
      'An `id` and dates in the body may come from elsewhere; they are not taken over. Values of another type than they should have are read as an import reads them, and nodes that have the name of another get a number.',
    access: { who: 'user', scope: 'workflow:write' },
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
    body: z.strictObject({ revision: z.number().int().min(1), patches: z.array(documentPatchSchema).min(1) }),
    response: z.object({ revision: z.number().int(), updatedAt: z.iso.datetime() }),
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
