import { z } from 'zod';
import { idSchema } from './ids.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { limits } from './limits.ts';
import { invisibleMessage, isVisible } from './name-text.ts';
import { ownershipShape } from './sharing.ts';
import { tagReferenceSchema } from './tag.ts';

/**
 * The public workflow format. Objects are loose: keys that Millrace does not know are kept, so that a workflow made by
 * another tool exports as it was imported.
 */

const jsonObject = z.custom<JsonObject>(isObject, 'must be an object');

export const credentialReferenceSchema = z.union([
  z.string(),
  z.looseObject({ id: z.string().nullable().optional(), name: z.string() }),
]);

/** PostgreSQL cannot store it, and nobody means it. */
const withoutNull = (text: string): boolean => !text.includes('\0');
const nullMessage = 'must not hold a null character';

const nodeNameSchema = z
  .string()
  .min(1, 'must not be empty')
  .max(limits.nodeNameMaxLength)
  .refine((name) => name !== '__proto__', 'is a reserved name')
  .refine(withoutNull, nullMessage);

const finite = z.number().refine(Number.isFinite, 'must be a finite number');

/** In canvas pixels. Browsers lay out no place that is much further away, and with it nothing else. */
const coordinate = z.number().min(-limits.positionMax).max(limits.positionMax);

export const workflowNodeSchema = z.looseObject({
  id: z.string().optional(),
  name: nodeNameSchema,
  type: z.string().min(1).max(256),
  typeVersion: finite.optional(),
  position: z.tuple([coordinate, coordinate]),
  parameters: jsonObject.optional(),
  credentials: z.record(z.string(), credentialReferenceSchema).optional(),
  disabled: z.boolean().optional(),
  webhookId: z.string().optional(),
  color: z.string().optional(),
  notes: z.string().optional(),
  notesInFlow: z.boolean().optional(),
  alwaysOutputData: z.boolean().optional(),
  executeOnce: z.boolean().optional(),
  continueOnFail: z.boolean().optional(),
  /** Newer form of continueOnFail. */
  onError: z.enum(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']).optional(),
  retryOnFail: z.boolean().optional(),
  maxTries: finite.optional(),
  waitBetweenTries: finite.optional(),
});
export type WorkflowNode = z.infer<typeof workflowNodeSchema>;

export const connectionTargetSchema = z.looseObject({
  node: z.string(),
  type: z.string(),
  index: z.number().int().nonnegative(),
});
export type ConnectionTarget = z.infer<typeof connectionTargetSchema>;

/** Targets of each output, by index; an output without connections may be null. */
export const outputConnectionsSchema = z.array(z.array(connectionTargetSchema).nullable());

/** Source node name → connection type (`main`, `ai_tool`, …) → output index → targets. */
export const connectionsSchema = z.record(z.string(), z.record(z.string(), outputConnectionsSchema));
export type Connections = z.infer<typeof connectionsSchema>;

const orDefault = <T extends z.ZodType>(schema: T) => z.union([z.literal('DEFAULT'), schema]);

export const workflowSettingsSchema = z.looseObject({
  executionOrder: z.string().optional(),
  errorWorkflow: z.string().optional(),
  timezone: z.string().optional(),
  saveDataErrorExecution: orDefault(z.enum(['all', 'none'])).optional(),
  saveDataSuccessExecution: orDefault(z.enum(['all', 'none'])).optional(),
  saveManualExecutions: orDefault(z.boolean()).optional(),
  saveExecutionProgress: orDefault(z.boolean()).optional(),
  /** Seconds; -1 is off. */
  executionTimeout: finite.optional(),
  maxExecutionTimeout: finite.optional(),
  /** After a crash, nodes that were under way and may have done their work already are run again. */
  repeatInterrupted: z.boolean().optional(),
});
export type WorkflowSettings = z.infer<typeof workflowSettingsSchema>;

const workflowNameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(limits.workflowNameMaxLength, `must have at most ${limits.workflowNameMaxLength} characters`)
  .refine(withoutNull, nullMessage)
  .refine((name) => name === '' || isVisible(name), invisibleMessage);

/** Node names are the keys of connections and run data, so two nodes cannot share one. */
const uniqueNodesSchema = z.array(workflowNodeSchema).superRefine((nodes, context) => {
  const seen = new Set<string>();
  for (const [index, { name }] of nodes.entries()) {
    if (seen.has(name)) context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is used twice' });
    seen.add(name);
  }
});

/** Node name → items (or bare JSON objects) that stand in for the node's output in manual runs. */
export const pinDataSchema = z.record(z.string(), z.array(jsonObject));
export type PinData = z.infer<typeof pinDataSchema>;

/** The graph of a workflow: what is run, pasted, exported and imported. */
export const workflowGraphSchema = z.looseObject({
  nodes: uniqueNodesSchema,
  connections: connectionsSchema,
  settings: workflowSettingsSchema.nullish(),
  pinData: pinDataSchema.nullish(),
  staticData: jsonObject.nullish(),
  meta: jsonObject.nullish(),
});
export type WorkflowGraph = z.infer<typeof workflowGraphSchema>;

/** Tags are sent as ids, or as the objects of an earlier answer, here or elsewhere. */
const givenTagsSchema = z.array(z.union([z.string(), z.looseObject({ id: z.string().optional(), name: z.string() })]));
export type GivenTags = z.infer<typeof givenTagsSchema>;

/** Body of `POST /workflows`. An `id` may be present (duplicates, imports) and is ignored. */
export const workflowCreateSchema = workflowGraphSchema.extend({
  name: workflowNameSchema,
  active: z.boolean().optional(),
  tags: givenTagsSchema.optional(),
});
export type WorkflowCreate = z.infer<typeof workflowCreateSchema>;

/** Body of `PATCH /workflows/{id}`: any subset. `updatedAt` or `revision` is the last state the sender knew; another one answers 409. */
export const workflowUpdateSchema = workflowCreateSchema
  .partial()
  .extend({ updatedAt: z.string().optional(), revision: z.number().int().optional() });
export type WorkflowUpdate = z.infer<typeof workflowUpdateSchema>;

/** Body of `POST /workflows/run` holds this: a workflow that may never have been saved. */
export const runnableWorkflowSchema = workflowGraphSchema.extend({
  id: z.string().nullish(),
  name: z.string().optional(),
  active: z.boolean().optional(),
});
export type RunnableWorkflow = z.infer<typeof runnableWorkflowSchema>;

/** The folder that it is in; null: in none, or in one that the caller does not see. */
const placeShape = { folderId: idSchema.nullable().optional() };

const timestamps = { createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() };

export const workflowSummarySchema = z.object({
  id: idSchema,
  name: z.string(),
  active: z.boolean(),
  tags: z.array(tagReferenceSchema),
  ...placeShape,
  ...timestamps,
  ...ownershipShape,
});
export type WorkflowSummary = z.infer<typeof workflowSummarySchema>;

/** A stored workflow as the API gives it. */
export const workflowSchema = workflowGraphSchema.extend({
  id: idSchema,
  name: z.string(),
  active: z.boolean(),
  tags: z.array(tagReferenceSchema),
  ...placeShape,
  /** Counts the changes of its content: all but `active`, `tags`, `folderId`, `staticData` and the dates. */
  revision: z.number().int(),
  /** Of an active workflow whose latest changes were saved without being published: the revision that runs. Missing: the latest runs. */
  publishedRevision: z.number().int().optional(),
  ...timestamps,
  ...ownershipShape,
});
export type Workflow = z.infer<typeof workflowSchema>;

export type ParameterValue = Json | undefined;
