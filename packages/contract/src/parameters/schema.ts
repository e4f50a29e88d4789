import { z } from 'zod';
import { jsonObjectSchema } from '../execution-schema.ts';
import type { Json } from '../json.ts';
import type { Shape, ShapeOf } from '../shape.ts';
import type { MappedField, MappedFields, SearchResult } from './answers.ts';
import type {
  ParameterBase,
  ParameterDefinition,
  ParameterGroup,
  ParameterOption,
  ParameterType,
} from './definition.ts';
import { displayConditionSchema, displayOptionsSchema, displayRulesSchema } from './display-schema.ts';
import { fieldTypes } from './field-type.ts';
import type { ResourceLocatorMode, ResourceLocatorTypeOptions, ValueExtractor } from './resource-locator.ts';
import { parameterRoutingSchema, routingSchemas } from './routing-schema.ts';
import { typeOptionsSchema, typeOptionsSchemas } from './type-options-schema.ts';

/** Definitions of parameters, as schemas. What they do not name survives: packages bring keys that are newer than this. */

const json = z.custom<Json>();
const flag = z.boolean().optional();
const text = z.string().optional();

export const parameterOptionSchema: z.ZodType<ParameterOption> = z.looseObject({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  description: text,
  action: text,
  displayOptions: displayOptionsSchema.optional(),
  disabled: flag,
  routing: parameterRoutingSchema.optional(),
  outputConnectionType: text,
  inputSchema: json.optional(),
} satisfies Shape<ParameterOption>);

const valueExtractorSchema: z.ZodType<ValueExtractor> = z.looseObject({
  type: z.literal('regex'),
  regex: z.string(),
} satisfies Shape<ValueExtractor>);

const resourceLocatorModeSchema: z.ZodType<ResourceLocatorMode> = z.looseObject({
  name: z.string(),
  displayName: z.string(),
  type: z.enum(['list', 'string']),
  placeholder: text,
  hint: text,
  url: text,
  typeOptions: z
    .looseObject({
      searchListMethod: text,
      searchable: flag,
      searchFilterRequired: flag,
      slowLoadNotice: z.object({ message: z.string(), timeout: z.number() }).optional(),
      skipCredentialsCheckInRLC: flag,
      allowNewResource: z.looseObject({ label: z.string(), method: text, defaultName: text, url: text }).optional(),
    } satisfies Shape<ResourceLocatorTypeOptions>)
    .optional(),
  validation: z
    .array(
      z.object({ type: z.literal('regex'), properties: z.object({ regex: z.string(), errorMessage: z.string() }) }),
    )
    .optional(),
  extractValue: valueExtractorSchema.optional(),
  search: parameterRoutingSchema.optional(),
} satisfies Shape<ResourceLocatorMode>);

const mappedFieldSchema: z.ZodType<MappedField> = z.looseObject({
  id: z.string(),
  displayName: z.string(),
  defaultMatch: flag,
  canBeUsedToMatch: flag,
  required: flag,
  display: flag,
  type: z.enum(fieldTypes).optional(),
  removed: flag,
  options: z.array(parameterOptionSchema).optional(),
  readOnly: flag,
  defaultValue: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
} satisfies Shape<MappedField>);

export const mappedFieldsSchema: z.ZodType<MappedFields> = z.object({
  fields: z.array(mappedFieldSchema),
  emptyMessage: text,
} satisfies Shape<MappedFields>);

export const searchResultSchema: z.ZodType<SearchResult> = z.object({
  results: z.array(
    z.looseObject({
      name: z.string(),
      value: z.union([z.string(), z.number()]),
      url: text,
      description: text,
    } satisfies Shape<SearchResult['results'][number]>),
  ),
  nextPage: text,
} satisfies Shape<SearchResult>);

const base = {
  name: z.string(),
  displayName: z.string(),
  description: text,
  hint: text,
  placeholder: text,
  required: flag,
  displayOptions: displayOptionsSchema.optional(),
  disabledOptions: displayOptionsSchema.optional(),
  noDataExpression: flag,
  keepsType: flag,
  validateType: z.enum(fieldTypes).optional(),
  ignoreValidationDuringExecution: flag,
  requiresDataPath: z.enum(['single', 'multiple']).optional(),
  extractValue: valueExtractorSchema.optional(),
  routing: parameterRoutingSchema.optional(),
  isNodeSetting: flag,
  doNotInherit: flag,
  typeOptions: typeOptionsSchema.optional(),
} satisfies Shape<ParameterBase>;

type ShapeOfType<Type extends ParameterType> = ShapeOf<ParameterDefinition, 'type', Type>;

const parameter = <Type extends ParameterType, Own extends z.ZodRawShape>(type: Type, own: Own) =>
  z.looseObject({ ...base, type: z.literal(type), ...own });

const parameters: z.ZodType<ParameterDefinition[]> = z.lazy(() => z.array(parameterDefinitionSchema));

const parameterGroupSchema: z.ZodType<ParameterGroup> = z.looseObject({
  name: z.string(),
  displayName: z.string(),
  values: parameters,
} satisfies Shape<ParameterGroup>);

const choices = { options: z.array(parameterOptionSchema).optional(), allowArbitraryValues: flag };

const byType = {
  string: parameter('string', { default: z.union([z.string(), z.array(z.string())]) }),
  number: parameter('number', { default: z.union([z.number(), z.null(), z.array(z.number())]) }),
  boolean: parameter('boolean', { default: z.boolean() }),
  dateTime: parameter('dateTime', { default: z.string() }),
  color: parameter('color', { default: z.string() }),
  json: parameter('json', { default: json }),
  options: parameter('options', { default: z.union([z.string(), z.number(), z.boolean()]), ...choices }),
  multiOptions: parameter('multiOptions', { default: z.array(z.union([z.string(), z.number()])), ...choices }),
  collection: parameter('collection', { default: jsonObjectSchema, options: parameters }),
  fixedCollection: parameter('fixedCollection', { default: jsonObjectSchema, options: z.array(parameterGroupSchema) }),
  notice: parameter('notice', { default: z.literal('') }),
  callout: parameter('callout', { default: z.literal('') }),
  hidden: parameter('hidden', { default: json }),
  filter: parameter('filter', { default: json }),
  assignmentCollection: parameter('assignmentCollection', { default: json }),
  resourceLocator: parameter('resourceLocator', { default: json, modes: z.array(resourceLocatorModeSchema) }),
  resourceMapper: parameter('resourceMapper', { default: json }),
  workflowSelector: parameter('workflowSelector', { default: json }),
  icon: parameter('icon', { default: json }),
  button: parameter('button', { default: z.string() }),
  curlImport: parameter('curlImport', { default: z.literal('') }),
  credentials: parameter('credentials', { default: z.literal('') }),
  credentialsSelect: parameter('credentialsSelect', {
    default: z.string(),
    credentialTypes: z.array(z.string()).optional(),
  }),
} satisfies { [Type in ParameterType]: z.ZodObject<ShapeOfType<Type> & z.ZodRawShape, z.core.$loose> };

const [first, ...others] = Object.values(byType);
export const parameterDefinitionSchema: z.ZodType<ParameterDefinition> = z.discriminatedUnion('type', [
  first!,
  ...others,
]);

type SchemaName<Type extends ParameterType> = `${Capitalize<Type>}Parameter`;
const schemaName = <Type extends ParameterType>(type: Type) =>
  `${type[0]!.toUpperCase()}${type.slice(1)}Parameter` as SchemaName<Type>;
const namedByType = Object.fromEntries(
  Object.entries(byType).map(([type, schema]) => [schemaName(type as ParameterType), schema]),
) as { [Type in ParameterType as SchemaName<Type>]: (typeof byType)[Type] };

/** By the names that they have in the description of the API. */
export const parameterSchemas = {
  DisplayCondition: displayConditionSchema,
  DisplayRules: displayRulesSchema,
  DisplayOptions: displayOptionsSchema,
  ...routingSchemas,
  ...typeOptionsSchemas,
  ParameterOption: parameterOptionSchema,
  ParameterGroup: parameterGroupSchema,
  ResourceLocatorMode: resourceLocatorModeSchema,
  MappedField: mappedFieldSchema,
  MappedFields: mappedFieldsSchema,
  SearchResult: searchResultSchema,
  ...namedByType,
  ParameterDefinition: parameterDefinitionSchema,
};
