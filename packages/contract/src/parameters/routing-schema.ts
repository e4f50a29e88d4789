import { z } from 'zod';
import type { ReadonlyJson } from '../json.ts';
import type { Shape } from '../shape.ts';
import type {
  ParameterRouting,
  ResponseAction,
  RoutedOperations,
  RoutedOutput,
  RoutedRequest,
  RoutedSend,
} from './routing.ts';

const json = z.custom<ReadonlyJson>();
const fields = z.record(z.string(), json);

const routedRequestSchema: z.ZodType<RoutedRequest> = z.looseObject({
  method: z.string().optional(),
  baseURL: z.string().optional(),
  url: z.string().optional(),
  headers: fields.optional(),
  qs: fields.optional(),
  body: json.optional(),
  encoding: z.string().optional(),
  json: z.boolean().optional(),
  returnFullResponse: z.boolean().optional(),
  ignoreHttpStatusErrors: z
    .union([z.boolean(), z.object({ ignore: z.literal(true), except: z.array(z.number()).optional() })])
    .optional(),
  skipSslCertificateValidation: z.boolean().optional(),
  timeout: z.number().optional(),
} satisfies Shape<RoutedRequest>);

const routedSendSchema: z.ZodType<RoutedSend> = z.looseObject({
  type: z.enum(['body', 'query']).optional(),
  property: z.string().optional(),
  propertyInDotNotation: z.boolean().optional(),
  value: z.string().optional(),
  paginate: z.union([z.boolean(), z.string()]).optional(),
} satisfies Shape<RoutedSend>);

const action = <Type extends ResponseAction['type'], Own extends z.ZodType>(type: Type, properties: Own) =>
  z.object({
    type: z.literal(type),
    enabled: z.union([z.boolean(), z.string()]).optional(),
    errorMessage: z.string().optional(),
    properties,
  });

const numberOrText = z.union([z.number(), z.string()]);

const responseActionSchema: z.ZodType<ResponseAction> = z.discriminatedUnion('type', [
  action('binaryData', z.object({ destinationProperty: z.string() })),
  action('filter', z.object({ pass: z.union([z.boolean(), z.string()]) })),
  action('limit', z.object({ maxResults: numberOrText })),
  action('rootProperty', z.object({ property: z.string() })),
  action('set', z.object({ value: z.string() })),
  action('setKeyValue', z.record(z.string(), numberOrText)),
  action('sort', z.object({ key: z.string() })),
]);

const routedOutputSchema: z.ZodType<RoutedOutput> = z.looseObject({
  maxResults: numberOrText.optional(),
  postReceive: z.array(responseActionSchema).optional(),
} satisfies Shape<RoutedOutput>);

const routedOperationsSchema: z.ZodType<RoutedOperations> = z.looseObject({
  pagination: z
    .union([
      z.object({
        type: z.literal('generic'),
        properties: z.object({ continue: z.union([z.boolean(), z.string()]), request: routedRequestSchema }),
      }),
      z.object({
        type: z.literal('offset'),
        properties: z.object({
          limitParameter: z.string(),
          offsetParameter: z.string(),
          pageSize: z.number(),
          rootProperty: z.string().optional(),
          type: z.enum(['body', 'query']),
        }),
      }),
    ])
    .optional(),
} satisfies Shape<RoutedOperations>);

export const parameterRoutingSchema: z.ZodType<ParameterRouting> = z.looseObject({
  request: routedRequestSchema.optional(),
  send: routedSendSchema.optional(),
  output: routedOutputSchema.optional(),
  operations: routedOperationsSchema.optional(),
} satisfies Shape<ParameterRouting>);

/** By the names that they have in the description of the API. */
export const routingSchemas = {
  RoutedRequest: routedRequestSchema,
  RoutedSend: routedSendSchema,
  ResponseAction: responseActionSchema,
  RoutedOutput: routedOutputSchema,
  RoutedOperations: routedOperationsSchema,
  ParameterRouting: parameterRoutingSchema,
};
