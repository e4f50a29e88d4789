import { z } from 'zod';
import {
  type Execution,
  type ExecutionOutline,
  executionModes,
  executionSummarySchema,
  type ItemPage,
  type RunData,
} from '../execution.ts';
import { idSchema } from '../ids.ts';
import { isObject } from '../json.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { booleanQuery, jsonQuery } from './query.ts';

const params = z.object({ id: idSchema });

/** What a partial run starts from. Without `startNodes` the whole workflow is run from its trigger. */
export const executionDestinationSchema = z.object({
  /** Results of earlier runs that may be used again. */
  runData: z.custom<RunData>(isObject, 'must be an object').optional(),
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
  /** false: ended otherwise than with success, and not waiting. */
  finished: z.boolean().optional(),
  waitTill: z.literal(true).optional(),
});
export type ExecutionFilter = z.infer<typeof executionFilterSchema>;

export const executionEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/executions',
    summary: 'Past executions, newest first. lastId: older than this one; firstId: newer than this one',
    access: 'user',
    query: z.strictObject({
      filter: jsonQuery(executionFilterSchema).optional(),
      limit: z.coerce.number().int().min(1).max(limits.executionsMaxPageSize).default(20),
      lastId: idSchema.optional(),
      firstId: idSchema.optional(),
    }),
    response: z.object({ count: z.number(), estimated: z.boolean(), results: z.array(executionSummarySchema) }),
  },
  get: {
    method: 'GET',
    path: '/executions/{id}',
    summary:
      'One execution with all its data; nothing if there is none. flatted=true gives `data` as flatted text. Large ones are better read by their outline and in pages of items',
    access: 'user',
    params,
    query: z.strictObject({ flatted: booleanQuery.optional(), unflattedResponse: booleanQuery.optional() }),
    response: z.custom<Execution>().optional(),
  },
  outline: {
    method: 'GET',
    path: '/executions/{id}/nodes',
    summary:
      'One execution without its items: each node run with the number of its items, and with few items themselves',
    access: 'user',
    params,
    query: z.strictObject({ from: z.coerce.number().int().min(0).default(0) }),
    response: z.custom<ExecutionOutline>(isObject),
  },
  items: {
    method: 'GET',
    path: '/executions/{id}/nodes/{position}/items',
    summary: 'A page of the items of one output of one node run',
    access: 'user',
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
    response: z.custom<ItemPage>(isObject),
  },
  retry: {
    method: 'POST',
    path: '/executions/{id}/retry',
    summary:
      'Run a failed execution again from the failed node: with the workflow as it was or, with loadWorkflow, as it is stored now. Answers when the new execution has ended or waits: true unless it failed',
    access: 'user',
    params,
    body: z.strictObject({ loadWorkflow: z.boolean().optional() }).nullish(),
    response: z.boolean(),
  },
  remove: {
    method: 'POST',
    path: '/executions/delete',
    summary: 'Delete executions by id, or all that match the filter and started before a date',
    access: 'user',
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
    summary: 'Executions that run now or wait for a free worker, newest first',
    access: 'user',
    query: z.strictObject({ filter: jsonQuery(z.strictObject({ workflowId: idSchema.optional() })).optional() }),
    response: z.array(
      z.object({
        id: idSchema,
        workflowId: idSchema.nullable(),
        workflowName: z.string(),
        mode: z.enum(executionModes),
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
    access: 'user',
    params,
    response: z.object({
      mode: z.enum(executionModes),
      startedAt: z.string(),
      stoppedAt: z.string(),
      finished: z.boolean(),
    }),
  },
});
