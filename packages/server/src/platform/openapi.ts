import { type Endpoint, errorCodes } from '@millrace/contract';
import { z } from 'zod';

/** What of an OpenAPI 3.1 document is made here. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }[];
  requestBody?: { required: true; content: { 'application/json': { schema: unknown } } };
  responses: Record<string, unknown>;
}

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): unknown => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Operation['parameters'] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const failure = {
  description: 'A failure',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

const successOf = (endpoint: Endpoint): unknown => {
  const data = schemaOf(endpoint.response, 'output');
  const isOptional = endpoint.response.safeParse(undefined).success;
  const schema = endpoint.raw ? data : { type: 'object', properties: { data }, required: isOptional ? [] : ['data'] };
  return { description: endpoint.summary, content: { 'application/json': { schema } } };
};

const operationOf = (resource: string, name: string, endpoint: Endpoint): Operation => ({
  operationId: `${resource}.${name}`,
  tags: [resource],
  summary: endpoint.summary,
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  ...(endpoint.body
    ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
    : {}),
  responses: { 200: successOf(endpoint), default: failure },
});

/** Routes whose answers are no JSON, so that they have no record in the contract. */
const otherRoutes = [
  {
    path: '/push',
    tag: 'push',
    summary: 'Server-sent events: what happens to the runs of this browser tab',
    parameters: [{ name: 'sessionId', in: 'query', required: true, schema: { type: 'string' } }],
    mediaType: 'text/event-stream',
  },
  {
    path: '/node-icon/{name}',
    tag: 'nodeTypes',
    summary: 'Picture of a node type; the name may have two segments',
    parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
    mediaType: 'image/svg+xml',
  },
  {
    path: '/data/{id}',
    tag: 'executions',
    summary: 'Binary data that a run has stored, as a download',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    mediaType: 'application/octet-stream',
  },
] as const;

const errorSchema = {
  type: 'object',
  required: ['code', 'error', 'message'],
  properties: {
    code: { type: 'integer', enum: Object.values(errorCodes).map(({ code }) => code) },
    error: { type: 'string', enum: Object.keys(errorCodes) },
    message: { type: 'string' },
    hint: { type: 'string' },
  },
};

/** The API as an OpenAPI document, made from the same records that the server checks requests with. */
export const describeApi = (api: Record<string, Record<string, Endpoint>>, version: string): OpenApi => {
  const paths: OpenApi['paths'] = {};
  for (const [resource, endpoints] of Object.entries(api))
    for (const [name, endpoint] of Object.entries(endpoints))
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operationOf(resource, name, endpoint),
      };
  for (const { path, tag, summary, parameters, mediaType } of otherRoutes)
    paths[path] = {
      get: {
        operationId: `${tag}.${path.split('/')[1]}`,
        tags: [tag],
        summary,
        parameters: [...parameters],
        responses: { 200: { description: summary, content: { [mediaType]: {} } }, default: failure },
      },
    };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millrace',
      version,
      description: 'Workflows, their executions and node types. Answers are wrapped in an object under "data".',
    },
    servers: [{ url: '/rest' }],
    paths,
    components: { schemas: { Error: errorSchema } },
  };
};
