import { z } from 'zod';
import {
  type AskedNode,
  type BinaryData,
  customDataSchema,
  type Execution,
  type ExecutionData,
  type ExecutionError,
  type ExecutionOutline,
  executionModeSchema,
  executionStatusSchema,
  executionSummarySchema,
  failureSummarySchema,
  type Item,
  type ItemPage,
  type NodeRunOutline,
  type NodeState,
  type PairedItemReference,
  type RunData,
  type StoredItems,
  type TaskData,
  type TaskSource,
  waitKinds,
} from './execution.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Shape } from './shape.ts';
import { workflowGraphSchema } from './workflow.ts';

/** What answers say of executions, as schemas: for the description of the API, and to hold answers against in tests. */

export const jsonObjectSchema = z.custom<JsonObject>(isObject, 'must be an object');
const count = z.int().nonnegative();

export const binaryDataSchema: z.ZodType<BinaryData> = z.object({
  id: z.string().optional(),
  data: z.string().optional(),
  mimeType: z.string(),
  fileName: z.string().optional(),
  fileExtension: z.string().optional(),
  directory: z.string().optional(),
  fileSize: z.number().optional(),
} satisfies Shape<BinaryData>);

const pairedItemReferenceSchema = z.object({
  item: count,
  input: count.optional(),
  run: count.optional(),
} satisfies Shape<PairedItemReference>);

export const executionErrorSchema: z.ZodType<ExecutionError> = z.object({
  name: z.string(),
  message: z.string(),
  description: z.string().optional(),
  node: z.string().optional(),
  itemIndex: count.optional(),
  runIndex: count.optional(),
  httpCode: z.string().optional(),
  cause: z.unknown().optional(),
  context: z.record(z.string(), z.unknown()).optional(),
  timestamp: z.number(),
  stack: z.string().optional(),
} satisfies Shape<ExecutionError>);

export const itemSchema: z.ZodType<Item> = z.object({
  json: jsonObjectSchema,
  binary: z.record(z.string(), binaryDataSchema).optional(),
  pairedItem: z
    .union([count, pairedItemReferenceSchema, z.array(z.union([count, pairedItemReferenceSchema]))])
    .optional(),
  error: executionErrorSchema.optional(),
} satisfies Shape<Item>);

const itemListsSchema = z.array(z.array(itemSchema).nullable());
const outputsSchema = z.record(z.string(), itemListsSchema);
const outputCountsSchema = z.record(z.string(), z.array(count.nullable()));

const taskSourceSchema = z.object({
  previousNode: z.string(),
  previousNodeOutput: count.optional(),
  previousNodeRun: count.optional(),
} satisfies Shape<TaskSource>);

const storedItemsSchema = z.object({
  position: count.optional(),
  outputs: outputCountsSchema,
  size: count.optional(),
} satisfies Shape<StoredItems>);

const nodeStateSchema = z.object({
  values: jsonObjectSchema,
  itemsFrom: count.optional(),
} satisfies Shape<NodeState>);

const askedNodeSchema = z.object({
  node: z.string(),
  itemIndex: count.optional(),
  arguments: jsonObjectSchema.optional(),
} satisfies Shape<AskedNode>);

const outlinedTaskShape = {
  startTime: z.number(),
  executionTime: z.number(),
  source: z.array(taskSourceSchema.nullable()),
  error: executionErrorSchema.optional(),
  tries: count.optional(),
  serves: z
    .object({ node: z.string(), runIndex: count, input: z.array(itemSchema), isRun: z.boolean().optional() })
    .optional(),
  asks: z.object({ requests: z.array(askedNodeSchema), memo: jsonObjectSchema.optional() }).optional(),
  state: nodeStateSchema.optional(),
};

export const taskDataSchema: z.ZodType<TaskData> = z.object({
  ...outlinedTaskShape,
  data: outputsSchema.optional(),
  stored: storedItemsSchema.optional(),
} satisfies Shape<TaskData>);

export const runDataSchema: z.ZodType<RunData> = z.record(z.string(), z.array(taskDataSchema));

const startDataSchema = z.object({
  startNodes: z.array(z.string()).optional(),
  destinationNode: z.string().optional(),
} satisfies Shape<ExecutionData['startData']>);

export const executionDataSchema: z.ZodType<ExecutionData> = z.object({
  startData: startDataSchema,
  resultData: z.object({
    runData: runDataSchema,
    lastNodeExecuted: z.string().optional(),
    error: executionErrorSchema.optional(),
  } satisfies Shape<ExecutionData['resultData']>),
} satisfies Shape<ExecutionData>);

export const executedWorkflowSchema = workflowGraphSchema.extend({ id: z.string().optional(), name: z.string() });

const { error: _, ...summaryShape } = executionSummarySchema.shape;
const aboutShape = { ...summaryShape, workflowData: executedWorkflowSchema };

/** `data` is text where the flatted form was asked for. */
export const executionSchema: z.ZodType<Execution> = z.object({
  ...aboutShape,
  data: z.union([executionDataSchema, z.string()]) as unknown as z.ZodType<ExecutionData>,
} satisfies Shape<Execution>);

const nodeRunOutlineSchema: z.ZodType<NodeRunOutline> = z.object({
  position: count,
  node: z.string(),
  runIndex: count,
  task: z.object(outlinedTaskShape satisfies Shape<NodeRunOutline['task']>),
  outputs: outputCountsSchema,
  size: count,
  data: outputsSchema.optional(),
} satisfies Shape<NodeRunOutline>);

export const executionOutlineSchema: z.ZodType<ExecutionOutline> = z.object({
  ...aboutShape,
  startData: startDataSchema,
  lastNodeExecuted: z.string().optional(),
  error: executionErrorSchema.optional(),
  parent: z.object({ executionId: z.string(), node: z.string().optional() }).optional(),
  wait: z
    .object({
      node: z.string(),
      kinds: z.array(z.enum(waitKinds)),
      call: z.object({ method: z.string(), url: z.string() }).optional(),
    })
    .optional(),
  nodes: z.array(nodeRunOutlineSchema),
  next: count.optional(),
} satisfies Shape<ExecutionOutline>);

export const itemPageSchema: z.ZodType<ItemPage> = z.object({
  total: count,
  items: z.array(itemSchema),
} satisfies Shape<ItemPage>);

/** By the names that they have in the description of the API. */
export const executionSchemas = {
  JsonObject: jsonObjectSchema,
  BinaryData: binaryDataSchema,
  ExecutionError: executionErrorSchema,
  PairedItemReference: pairedItemReferenceSchema,
  Item: itemSchema,
  ItemLists: itemListsSchema,
  OutputCounts: outputCountsSchema,
  TaskSource: taskSourceSchema,
  StoredItems: storedItemsSchema,
  NodeState: nodeStateSchema,
  TaskData: taskDataSchema,
  RunData: runDataSchema,
  ExecutionData: executionDataSchema,
  ExecutedWorkflow: executedWorkflowSchema,
  ExecutionSummary: executionSummarySchema,
  Execution: executionSchema,
  NodeRunOutline: nodeRunOutlineSchema,
  ExecutionOutline: executionOutlineSchema,
  ItemPage: itemPageSchema,
  CustomData: customDataSchema,
  ExecutionMode: executionModeSchema,
  ExecutionStatus: executionStatusSchema,
  FailureSummary: failureSummarySchema,
};
