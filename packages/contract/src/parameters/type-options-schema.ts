import { z } from 'zod';
import type { Json } from '../json.ts';
import type { Shape } from '../shape.ts';
import { fieldTypes } from './field-type.ts';
import { parameterRoutingSchema } from './routing-schema.ts';
import type {
  ButtonConfig,
  CalloutAction,
  FilterTypeOptions,
  ParameterEditor,
  ResourceMapperTypeOptions,
  TypeOptions,
} from './type-options.ts';

const flag = z.boolean().optional();
const text = z.string().optional();
const number = z.number().optional();

const parameterEditors = [
  'code',
  'json',
  'html',
  'sql',
  'codeNodeEditor',
  'jsEditor',
  'htmlEditor',
  'sqlEditor',
  'cssEditor',
] as const satisfies readonly ParameterEditor[];

const filterTypeOptionsSchema: z.ZodType<FilterTypeOptions> = z.looseObject({
  caseSensitive: z.union([z.boolean(), z.string()]).optional(),
  typeValidation: text,
  leftValue: text,
  allowedCombinators: z.array(z.enum(['and', 'or'])).optional(),
  maxConditions: number,
  version: z.union([z.number(), z.string()]).optional(),
} satisfies Shape<FilterTypeOptions>);

const resourceMapperTypeOptionsSchema: z.ZodType<ResourceMapperTypeOptions> = z.looseObject({
  mode: z.enum(['add', 'update', 'upsert', 'map']),
  resourceMapperMethod: text,
  localResourceMapperMethod: text,
  valuesLabel: text,
  fieldWords: z.object({ singular: z.string(), plural: z.string() }).optional(),
  addAllFields: flag,
  noFieldsError: text,
  hideNoDataError: flag,
  multiKeyMatch: flag,
  supportAutoMap: flag,
  matchingFieldsLabels: z.object({ title: text, description: text, hint: text }).optional(),
  showTypeConversionOptions: flag,
  allowEmptyValues: flag,
  refreshIncompleteSchemaOnOpen: flag,
  refreshStaleSchemaOnOpen: flag,
} satisfies Shape<ResourceMapperTypeOptions>);

const buttonConfigSchema: z.ZodType<ButtonConfig> = z.looseObject({
  label: text,
  action: z.union([z.string(), z.looseObject({ type: z.string(), handler: text, target: text })]).optional(),
  hasInputField: flag,
  inputFieldMaxLength: number,
} satisfies Shape<ButtonConfig>);

const calloutActionSchema: z.ZodType<CalloutAction> = z.looseObject({
  type: z.string(),
  label: z.string(),
  icon: text,
  templateId: text,
  url: text,
} satisfies Shape<CalloutAction>);

export const typeOptionsSchema: z.ZodType<TypeOptions> = z.looseObject({
  rows: number,
  password: flag,
  copyButton: flag,
  editor: z.enum(parameterEditors).optional(),
  editorIsReadOnly: flag,
  editorLanguage: text,
  sqlDialect: text,
  alwaysOpenEditWindow: flag,
  codeAutocomplete: text,
  binaryDataProperty: flag,
  minValue: number,
  maxValue: number,
  numberPrecision: number,
  numberStepSize: number,
  dateOnly: flag,
  showAlpha: flag,
  expirable: flag,
  multipleValues: flag,
  multipleValueButtonText: text,
  sortable: flag,
  loadOptionsMethod: text,
  loadOptions: z.object({ routing: parameterRoutingSchema.optional() }).catchall(z.custom<Json>()).optional(),
  loadOptionsDependsOn: z.array(z.string()).optional(),
  reloadOnChange: flag,
  minRequiredFields: number,
  maxAllowedFields: number,
  hideOptionalFields: flag,
  addOptionalFieldButtonText: text,
  showEvenWhenOptional: flag,
  fixedCollection: z.looseObject({ itemTitle: text, layout: z.literal('inline').optional() }).optional(),
  filter: filterTypeOptionsSchema.optional(),
  assignment: z
    .looseObject({ hideType: flag, defaultType: z.enum(fieldTypes).optional(), disableType: flag })
    .optional(),
  resourceMapper: resourceMapperTypeOptionsSchema.optional(),
  buttonConfig: buttonConfigSchema.optional(),
  calloutAction: calloutActionSchema.optional(),
  containerClass: text,
  sectionHeader: flag,
} satisfies Shape<TypeOptions>);

/** By the names that they have in the description of the API. */
export const typeOptionsSchemas = {
  FilterTypeOptions: filterTypeOptionsSchema,
  ResourceMapperTypeOptions: resourceMapperTypeOptionsSchema,
  ButtonConfig: buttonConfigSchema,
  CalloutAction: calloutActionSchema,
  TypeOptions: typeOptionsSchema,
};
