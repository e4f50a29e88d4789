import { z } from 'zod';
import { jsonObjectSchema } from './execution-schema.ts';
import type { Json } from './json.ts';
import type {
  ConnectionType,
  DisplayCondition,
  DisplayOptions,
  DisplayRules,
  NodeCodex,
  NodeCredentialUse,
  NodePort,
  NodePorts,
  NodeTypeDescription,
  ParameterDefinition,
  ParameterGroup,
  ParameterOption,
  ParameterType,
  ResourceLocatorMode,
  TypeOptions,
  WebhookDescription,
} from './node-type.ts';
import type { Shape, ShapeOf } from './shape.ts';

/** Descriptions of node types, as schemas: for the description of the API, and to hold answers against in tests. */

const json = z.custom<Json>();

const displayConditionSchema: z.ZodType<DisplayCondition> = z.object({
  _cnd: z.union([
    z.object({ eq: json }),
    z.object({ not: json }),
    z.object({ gte: z.number() }),
    z.object({ lte: z.number() }),
    z.object({ gt: z.number() }),
    z.object({ lt: z.number() }),
    z.object({ between: z.object({ from: z.number(), to: z.number() }) }),
    z.object({ startsWith: z.string() }),
    z.object({ endsWith: z.string() }),
    z.object({ includes: z.string() }),
    z.object({ regex: z.string() }),
    z.object({ exists: z.literal(true) }),
  ]),
});

const displayRulesSchema: z.ZodType<DisplayRules> = z.record(
  z.string(),
  z.array(z.union([displayConditionSchema, json])),
);

const displayOptionsSchema: z.ZodType<DisplayOptions> = z.object({
  show: displayRulesSchema.optional(),
  hide: displayRulesSchema.optional(),
} satisfies Shape<DisplayOptions>);

const typeOptionsSchema: z.ZodType<TypeOptions> = z.object({
  rows: z.number().optional(),
  password: z.boolean().optional(),
  editor: z.enum(['code', 'json', 'html', 'sql']).optional(),
  minValue: z.number().optional(),
  maxValue: z.number().optional(),
  numberPrecision: z.number().optional(),
  multipleValues: z.boolean().optional(),
  multipleValueButtonText: z.string().optional(),
  sortable: z.boolean().optional(),
  loadOptionsMethod: z.string().optional(),
  loadOptionsDependsOn: z.array(z.string()).optional(),
  loadOptions: z.record(z.string(), json).optional(),
  reloadOnChange: z.boolean().optional(),
  showAlpha: z.boolean().optional(),
  alwaysOpenEditWindow: z.boolean().optional(),
  codeAutocomplete: z.string().optional(),
  filter: z
    .object({
      caseSensitive: z.union([z.boolean(), z.string()]).optional(),
      typeValidation: z.string().optional(),
      maxConditions: z.number().optional(),
      version: z.number().optional(),
    } satisfies Shape<NonNullable<TypeOptions['filter']>>)
    .optional(),
} satisfies Shape<TypeOptions>);

const parameterOptionSchema: z.ZodType<ParameterOption> = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  description: z.string().optional(),
  displayOptions: displayOptionsSchema.optional(),
} satisfies Shape<ParameterOption>);

const resourceLocatorModeSchema: z.ZodType<ResourceLocatorMode> = z.object({
  name: z.string(),
  displayName: z.string(),
  type: z.enum(['list', 'string']),
  placeholder: z.string().optional(),
  hint: z.string().optional(),
  typeOptions: z.object({ searchListMethod: z.string().optional(), searchable: z.boolean().optional() }).optional(),
  validation: z.array(z.object({ type: z.literal('regex'), regex: z.string(), errorMessage: z.string() })).optional(),
  extractValue: z.object({ type: z.literal('regex'), regex: z.string() }).optional(),
} satisfies Shape<ResourceLocatorMode>);

const base = {
  name: z.string(),
  displayName: z.string(),
  description: z.string().optional(),
  hint: z.string().optional(),
  placeholder: z.string().optional(),
  required: z.boolean().optional(),
  displayOptions: displayOptionsSchema.optional(),
  noDataExpression: z.boolean().optional(),
  keepsType: z.boolean().optional(),
  typeOptions: typeOptionsSchema.optional(),
};

type ShapeOfType<Type extends ParameterType> = ShapeOf<ParameterDefinition, 'type', Type>;

const parameter = <Type extends ParameterType, Own extends z.ZodRawShape>(type: Type, own: Own) =>
  z.object({ ...base, type: z.literal(type), ...own });

const parameters: z.ZodType<ParameterDefinition[]> = z.lazy(() => z.array(parameterSchema));

const parameterGroupSchema: z.ZodType<ParameterGroup> = z.object({
  name: z.string(),
  displayName: z.string(),
  values: parameters,
} satisfies Shape<ParameterGroup>);

const options = z.array(parameterOptionSchema).optional();

const byType = {
  string: parameter('string', { default: z.union([z.string(), z.array(z.string())]) }),
  number: parameter('number', { default: z.union([z.number(), z.null(), z.array(z.number())]) }),
  boolean: parameter('boolean', { default: z.boolean() }),
  dateTime: parameter('dateTime', { default: z.string() }),
  color: parameter('color', { default: z.string() }),
  json: parameter('json', { default: json }),
  options: parameter('options', { default: z.union([z.string(), z.number(), z.boolean()]), options }),
  multiOptions: parameter('multiOptions', { default: z.array(z.union([z.string(), z.number()])), options }),
  collection: parameter('collection', { default: jsonObjectSchema, options: parameters }),
  fixedCollection: parameter('fixedCollection', { default: jsonObjectSchema, options: z.array(parameterGroupSchema) }),
  notice: parameter('notice', { default: z.literal('') }),
  hidden: parameter('hidden', { default: json }),
  filter: parameter('filter', { default: json }),
  assignmentCollection: parameter('assignmentCollection', { default: json }),
  resourceLocator: parameter('resourceLocator', { default: json, modes: z.array(resourceLocatorModeSchema) }),
} satisfies { [Type in ParameterType]: z.ZodObject<ShapeOfType<Type> & z.ZodRawShape> };

const [first, ...others] = Object.values(byType);
const parameterSchema: z.ZodType<ParameterDefinition> = z.discriminatedUnion('type', [first!, ...others]);

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
} satisfies Shape<NodeCredentialUse>);

const webhookDescriptionSchema: z.ZodType<WebhookDescription> = z.object({
  name: z.string(),
  httpMethod: z.string(),
  path: z.string(),
  isFullPath: z.boolean().optional(),
  responseMode: z.string().optional(),
  restartWebhook: z.boolean().optional(),
} satisfies Shape<WebhookDescription>);

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
  properties: z.array(parameterSchema).optional(),
  credentials: z.array(nodeCredentialUseSchema).optional(),
  webhooks: z.array(webhookDescriptionSchema).optional(),
  polling: z.boolean().optional(),
  hidden: z.boolean().optional(),
  codex: nodeCodexSchema.optional(),
  documentationUrl: z.string().optional(),
  activationMessage: z.string().optional(),
  eventTriggerDescription: z.string().optional(),
} satisfies Shape<NodeTypeDescription>);

/** By the names that they have in the description of the API. */
export const nodeTypeSchemas = {
  DisplayCondition: displayConditionSchema,
  DisplayRules: displayRulesSchema,
  DisplayOptions: displayOptionsSchema,
  TypeOptions: typeOptionsSchema,
  ParameterOption: parameterOptionSchema,
  ParameterGroup: parameterGroupSchema,
  ResourceLocatorMode: resourceLocatorModeSchema,
  StringParameter: byType.string,
  NumberParameter: byType.number,
  BooleanParameter: byType.boolean,
  DateTimeParameter: byType.dateTime,
  ColorParameter: byType.color,
  JsonParameter: byType.json,
  OptionsParameter: byType.options,
  MultiOptionsParameter: byType.multiOptions,
  CollectionParameter: byType.collection,
  FixedCollectionParameter: byType.fixedCollection,
  NoticeParameter: byType.notice,
  HiddenParameter: byType.hidden,
  FilterParameter: byType.filter,
  AssignmentCollectionParameter: byType.assignmentCollection,
  ResourceLocatorParameter: byType.resourceLocator,
  ParameterDefinition: parameterSchema,
  ConnectionType: connectionTypeSchema,
  NodePort: nodePortSchema,
  NodePorts: nodePortsSchema,
  NodeCodex: nodeCodexSchema,
  NodeCredentialUse: nodeCredentialUseSchema,
  WebhookDescription: webhookDescriptionSchema,
  NodeTypeDescription: nodeTypeDescriptionSchema,
};
