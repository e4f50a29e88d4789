import { z } from 'zod';
import type {
  ConnectionType,
  NodeAction,
  NodeCodex,
  NodeCredentialUse,
  NodePort,
  NodePorts,
  NodeTypeDescription,
  NodeWebhook,
} from './node-type.ts';
import { displayOptionsSchema } from './parameters/display-schema.ts';
import { parameterDefinitionSchema, parameterSchemas } from './parameters/schema.ts';
import type { Shape } from './shape.ts';

/** Descriptions of node types, as schemas: for the description of the API, and to hold answers against in tests. */

const connectionTypeSchema: z.ZodType<ConnectionType> = z.union([
  z.literal('main'),
  z.templateLiteral(['ai_', z.string()]),
]);

const nodePortSchema: z.ZodType<NodePort> = z.object({
  type: connectionTypeSchema,
  displayName: z.string().optional(),
  required: z.boolean().optional(),
  maxConnections: z.number().optional(),
} satisfies Shape<NodePort>);

const nodePortsSchema: z.ZodType<NodePorts> = z.union([
  z.array(z.union([connectionTypeSchema, nodePortSchema])),
  z.string(),
]);

const nodeCodexSchema: z.ZodType<NodeCodex> = z.object({
  categories: z.array(z.string()),
  subcategories: z.record(z.string(), z.array(z.string())).optional(),
  alias: z.array(z.string()).optional(),
} satisfies Shape<NodeCodex>);

const nodeCredentialUseSchema: z.ZodType<NodeCredentialUse> = z.object({
  name: z.string(),
  required: z.boolean().optional(),
  displayOptions: displayOptionsSchema.optional(),
  testedBy: z.string().optional(),
} satisfies Shape<NodeCredentialUse>);

const nodeWebhookSchema: z.ZodType<NodeWebhook> = z.object({
  name: z.string(),
  httpMethod: z.string(),
  path: z.string(),
  isFullPath: z.boolean().optional(),
  restartWebhook: z.boolean().optional(),
} satisfies Shape<NodeWebhook>);

export const nodeTypeDescriptionSchema: z.ZodType<NodeTypeDescription> = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  version: z.number(),
  defaultVersion: z.number(),
  aliases: z.array(z.string()),
  group: z.array(z.enum(['trigger', 'input', 'output', 'transform', 'organization', 'schedule'])),
  icon: z.string(),
  defaults: z.object({ name: z.string(), color: z.string().optional() }),
  subtitle: z.string().optional(),
  inputs: nodePortsSchema,
  outputs: nodePortsSchema,
  inputNames: z.array(z.string()).optional(),
  outputNames: z.array(z.string()).optional(),
  maxNodes: z.number().optional(),
  properties: z.array(parameterDefinitionSchema).optional(),
  credentials: z.array(nodeCredentialUseSchema).optional(),
  hasWebhooks: z.boolean().optional(),
  webhooks: z.array(nodeWebhookSchema).optional(),
  polling: z.boolean().optional(),
  hidden: z.boolean().optional(),
  codex: nodeCodexSchema.optional(),
  documentationUrl: z.string().optional(),
  activationMessage: z.string().optional(),
  eventTriggerDescription: z.string().optional(),
} satisfies Shape<NodeTypeDescription>);

/** By the names that they have in the description of the API. */
export const nodeTypeSchemas = {
  ...parameterSchemas,
  ConnectionType: connectionTypeSchema,
  NodePort: nodePortSchema,
  NodePorts: nodePortsSchema,
  NodeCodex: nodeCodexSchema,
  NodeCredentialUse: nodeCredentialUseSchema,
  NodeWebhook: nodeWebhookSchema,
  NodeTypeDescription: nodeTypeDescriptionSchema,
};

export const nodeActionSchema: z.ZodType<NodeAction> = z.object({
  type: z.string(),
  displayName: z.string(),
  parameters: z.record(z.string(), z.string()),
});
