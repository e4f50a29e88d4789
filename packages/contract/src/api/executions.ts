import { z } from 'zod';
import { executionModeSchema, executionSummarySchema, type RunData } from '../execution.ts';
import { executionOutlineSchema, executionSchema, itemPageSchema, runDataSchema } from '../execution-schema.ts';
import { idSchema } from '../ids.ts';
import { isObject } from '../json.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { booleanQuery, jsonQuery } from './query.ts';
import { standsFor } from './stands-for.ts';

const params = z.object({ id: idSchema });

/** What a partial run starts from. Without `startNodes` the whole workflow is run from its trigger. */
export const executionDestinationSchema = z.object({
  /** Results of earlier runs that may be used again. */
  runData: standsFor(z.custom<RunData>(isObject, 'must be an object'), runDataSchema).optional(),
  /** Nodes whose input must be computed anew. */
  startNodes: z.array(z.string()).optional(),
  /** The run ends with this node. */
  destinationNode: z.string().optional(),
  /** Which trigger starts a full run, where there are several. */
  triggerNode: z.string().optional(),
});

/** Strict: a misspelt key would match everything, which is deleted by it too. */
export const executionFilterSchema = z.strictObject({
  workflowId: idSchema.optional(),
  finished: z.boolean().describe('false: ended otherwise than with success, and not waiting.').optional(),
  waitTill: z.literal(true).describe('Those that wait.').optional(),
  mode: executionModeSchema.optional(),
  triggerType: z
    .string()
    .min(1)
    .max(limits.executionSearch)
    .describe('Those that an event of a trigger of this type has started, such as `core.formTrigger`.')
    .optional(),
  startedAfter: z.iso.datetime().describe('Those that started then or later.').optional(),
  startedBefore: z.iso.datetime().describe('Those that started before.').optional(),
  text: z
    .string()
    .min(1)
    .max(limits.executionSearch)
    .describe('Those with this id, or with the text in their failure or their custom data, in any case of its letters.')
    .optional(),
  customData: z
    .record(z.string().min(1).max(limits.executionSearch), z.string().max(512))
    .describe('Those with these values of custom data.')
    .optional(),
});
export type ExecutionFilter = z.infer<typeof executionFilterSchema>;

export const executionEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/executions',
    summary: 'List past executions, newest first',
    description: 'What waits counts as past.',
    access: { who: 'user', scope: 'execution:read' },
    query: z.strictObject({
      filter: jsonQuery(executionFilterSchema).optional(),
      limit: z.coerce.number().int().min(1).max(limits.executionsMaxPageSize).default(20),
      lastId: idSchema.describe('Older ones than this.').optional(),
      firstId: idSchema.describe('Newer ones than this.').optional(),
    }),
    response: z.object({ count: z.number(), estimated: z.boolean(), results: z.array(executionSummarySchema) }),
  },
  get: {
    method: 'GET',
    path: '/executions/{id}',
    summary: 'Get an execution with all its data',
    description: 'Nothing if there is none. Large ones are better read by their outline and in pages of items.',
    access: { who: 'user', scope: 'execution:read' },
    params,
    query: z.strictObject({
      flatted: booleanQuery.describe('Gives `data` as text in the form of the library flatted.').optional(),
      unflattedResponse: booleanQuery.describe('Taken for older clients; it changes nothing.').optional(),
    }),
    response: executionSchema.optional(),
  },
  outline: {
    method: 'GET',
    path: '/executions/{id}/nodes',
    summary: 'Get the outline of an execution',
    description:
      'Each node run with the number of its items, and with the items where they are few. `next` is there when more node runs follow: ask again with it as `from`.',
    access: { who: 'user', scope: 'execution:read' },
    params,
    query: z.strictObject({ from: z.coerce.number().int().min(0).default(0) }),
    response: executionOutlineSchema,
  },
  items: {
    method: 'GET',
    path: '/executions/{id}/nodes/{position}/items',
    summary: 'Get a page of the items of one output of a node run',
    access: { who: 'user', scope: 'execution:read' },
    params: params.extend({
      position: z.coerce
        .number()
        .int()
        .min(0)
        .max(2 ** 31 - 1),
    }),
    query: z.strictObject({
      connection: z.string().max(128).default('main'),
      output: z.coerce.number().int().min(0).max(1_000_000).default(0),
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .max(2 ** 31 - 1)
        .default(0),
      limit: z.coerce.number().int().min(1).max(limits.itemsMaxPageSize).default(100),
    }),
    response: itemPageSchema,
  },
  retry: {
    method: 'POST',
    path: '/executions/{id}/retry',
    summary: 'Run a failed execution again from the failed node',
    description:
      'With the workflow as it was or, with `loadWorkflow`, as it is stored now. Answers when the new execution has ended or waits: true unless it failed.',
    access: { who: 'user', scope: 'execution:write' },
    params,
    body: z.strictObject({ loadWorkflow: z.boolean().optional() }).nullish(),
    response: z.boolean(),
  },
  remove: {
    method: 'POST',
    path: '/executions/delete',
    summary: 'Delete executions',
    description: 'Those of the ids, or all that match the filter and started before a date. What is under way stays.',
    access: { who: 'user', scope: 'execution:write' },
    body: z.strictObject({
      ids: z.array(idSchema).optional(),
      deleteBefore: z.iso.datetime().optional(),
      filters: executionFilterSchema.optional(),
    }),
    response: z.undefined(),
  },
  listCurrent: {
    method: 'GET',
    path: '/executions-current',
    summary: 'List executions that run or are queued, newest first',
    access: { who: 'user', scope: 'execution:read' },
    query: z.strictObject({ filter: jsonQuery(z.strictObject({ workflowId: idSchema.optional() })).optional() }),
    response: z.array(
      z.object({
        id: idSchema,
        workflowId: idSchema.nullable(),
        workflowName: z.string(),
        mode: executionModeSchema,
        triggerType: z.string().optional(),
        status: z.enum(['queued', 'running']),
        startedAt: z.string(),
        retryOf: idSchema.optional(),
      }),
    ),
  },
  stop: {
    method: 'POST',
    path: '/executions-current/{id}/stop',
    summary: 'Stop an execution that runs, waits or is queued',
    access: { who: 'user', scope: 'execution:write' },
    params,
    response: z.object({
      mode: executionModeSchema,
      startedAt: z.string(),
      stoppedAt: z.string(),
      finished: z.boolean(),
    }),
  },
});
