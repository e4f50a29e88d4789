import { z } from 'zod';
import { idSchema } from '../ids.ts';
import type { Json, JsonObject } from '../json.ts';
import { mappedFieldsSchema, parameterOptionSchema, searchResultSchema } from '../parameters/schema.ts';
import { workflowNodeSchema } from '../workflow.ts';
import { defineEndpoints } from './endpoint.ts';
import { jsonQuery } from './query.ts';

/** What nodes say of their own parameters, while they are being set up. */

const nodeTypeAndVersion = z.strictObject({ name: z.string().max(200), version: z.number() });
const path = z
  .string()
  .max(1000)
  .describe('Where in the parameters the value is wanted, such as `parameters.rules.values[0].field`.');
const methodName = z.string().max(200);
const currentNodeParameters = z.record(z.string(), z.custom<Json>()).describe('As they are now, saved or not.');
const credentials = z
  .record(z.string(), z.strictObject({ id: z.string().nullable(), name: z.string() }))
  .describe('Those of the node, by type: names, never secrets. Only those of whoever asks are used.');
const workflowId = idSchema.describe('The stored workflow that the node is in; expressions may read it.');

const asked = {
  nodeTypeAndVersion,
  path,
  currentNodeParameters,
  credentials: credentials.optional(),
  workflowId: workflowId.optional(),
};

const choices = {
  methodName: methodName.optional(),
  loadOptions: z
    .record(z.string(), z.custom<Json>())
    .describe('A request described as data, in place of a method.')
    .optional(),
};

const webhookAddressSchema = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  url: z.string(),
  testUrl: z.string(),
  responseMode: z.enum(['onReceived', 'lastNode', 'responseNode', 'streaming']),
});
export type WebhookAddress = z.infer<typeof webhookAddressSchema>;

const scheduleTimesSchema = z.object({
  timezone: z.string().describe('The zone that the times of the schedule are in.'),
  next: z.array(z.number()).describe('When it fires next, in milliseconds since 1970.'),
  problems: z
    .array(z.object({ cron: z.string(), message: z.string() }))
    .describe('Cron expressions that are none, with what is wrong with each.'),
});
export type ScheduleTimes = z.infer<typeof scheduleTimesSchema>;

const payload = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
);

export const nodeParameterEndpoints = defineEndpoints({
  options: {
    method: 'GET',
    path: '/node-parameter-options',
    summary: 'Load what can be chosen for a parameter',
    description:
      'By `methodName` or `loadOptions`. Objects are JSON text; what is too long for an address can be posted.',
    access: { who: 'user', scope: 'workflow:write' },
    query: z.strictObject({
      nodeTypeAndVersion: jsonQuery(nodeTypeAndVersion),
      path,
      methodName: methodName.optional(),
      loadOptions: jsonQuery(choices.loadOptions.unwrap()).optional(),
      currentNodeParameters: jsonQuery(currentNodeParameters),
      credentials: jsonQuery(credentials).optional(),
      workflowId: workflowId.optional(),
    }),
    response: z.array(parameterOptionSchema),
  },
  postOptions: {
    method: 'POST',
    path: '/node-parameter-options',
    summary: 'Load what can be chosen for a parameter',
    description: 'By `methodName` or `loadOptions`.',
    access: { who: 'user', scope: 'workflow:write' },
    body: z.strictObject({ ...asked, ...choices }),
    response: z.array(parameterOptionSchema),
  },
  search: {
    method: 'POST',
    path: '/node-parameter-search',
    summary: 'Search what can be chosen for a parameter, page by page',
    access: { who: 'user', scope: 'workflow:write' },
    body: z.strictObject({
      ...asked,
      methodName,
      filter: z.string().max(1000).optional(),
      page: z.string().max(4000).describe('`nextPage` of the page before.').optional(),
    }),
    response: searchResultSchema,
  },
  mapping: {
    method: 'POST',
    path: '/node-parameter-mapping',
    summary: 'Load the columns of what a parameter maps values to',
    access: { who: 'user', scope: 'workflow:write' },
    body: z.strictObject({ ...asked, methodName }),
    response: mappedFieldsSchema,
  },
  action: {
    method: 'POST',
    path: '/node-parameter-action',
    summary: 'Do what a button among the parameters does',
    access: { who: 'user', scope: 'workflow:write' },
    body: z.strictObject({ ...asked, methodName, payload: payload.optional() }),
    response: z.custom<Json>(),
  },
  webhooks: {
    method: 'POST',
    path: '/node-webhooks',
    summary: 'Get the addresses of a node as it is set up',
    access: { who: 'user', scope: 'workflow:write' },
    body: z.strictObject({ node: workflowNodeSchema, workflowId: workflowId.optional() }),
    response: z.array(webhookAddressSchema),
  },
  schedule: {
    method: 'POST',
    path: '/node-schedule',
    summary: 'Get the next times of a node that starts its workflow by a schedule, as it is set up',
    access: { who: 'user', scope: 'workflow:write' },
    body: z.strictObject({
      node: workflowNodeSchema,
      workflowId: workflowId.optional(),
      timezone: z.string().max(100).describe('Of the workflow, if it names one.').optional(),
    }),
    response: scheduleTimesSchema,
  },
});
