import { type Api, api, apiResources, type Endpoint, errorCodes, type RawRoute, rawRoutes } from '@millrace/contract';
import { type Components, createComponents, type JsonSchema } from './schemas.ts';

/** What of an OpenAPI 3.1 document is made here. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, unknown>>;
}

type PathItem = { servers?: { url: string }[] } & Partial<Record<Lowercase<RawRoute['methods'][number]>, Operation>>;

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, { schema?: JsonSchema }> };
  responses: Record<string, unknown>;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const parametersOf = (
  components: Components,
  schema: Endpoint['query'],
  place: 'path' | 'query',
): Operation['parameters'] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.place(schema, 'input');
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description
      ? { description: String(description) }
      : property.contentSchema
        ? { description: 'JSON text.' }
        : {}),
    schema: property,
  }));
};

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const refusals = {
  '4XX': { $ref: '#/components/responses/Refused' },
  '5XX': { $ref: '#/components/responses/Failed' },
};

const security: Record<RawRoute['access'], Operation['security']> = {
  public: [],
  caller: [],
  user: [{}, { account: [] }],
  token: [{ metricsToken: [] }],
};

const takes = (schema: Endpoint['response'], value: undefined): boolean => schema.safeParse(value).success;

const successOf = (components: Components, endpoint: Endpoint, name: string): unknown => {
  const { response } = endpoint;
  const mayBeNothing = takes(response, undefined);
  const isNothing = response._zod.def.type === 'undefined';
  const data = components.place(response, 'output', `${name}Data`);
  const wrapped: JsonSchema = { type: 'object' };
  if (!isNothing) wrapped.properties = { data };
  if (!mayBeNothing) wrapped.required = ['data'];
  return { description: 'Done', content: json(endpoint.raw ? data : wrapped) };
};

const operationOf = (components: Components, resource: keyof Api, key: string, endpoint: Endpoint): Operation => {
  const { params, query, body, summary, description, access } = endpoint;
  const name = capitalised(resource) + capitalised(key);
  return {
    operationId: `${resource}.${key}`,
    tags: [apiResources[resource].title],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security[access],
    parameters: [
      ...parametersOf(components, params, 'path'),
      ...parametersOf(components, query, 'query'),
      { $ref: '#/components/parameters/SessionId' },
    ],
    ...(body
      ? {
          requestBody: {
            required: !takes(body, undefined),
            content: json(components.place(body, 'input', `${name}Body`)),
          },
        }
      : {}),
    responses: { 200: successOf(components, endpoint, name), ...refusals },
  };
};

const contentOf = (
  components: Components,
  { mediaType, schema, event }: RawRoute['answers'][number],
): Record<string, unknown> => {
  if (schema) return json(components.place(schema, 'output'));
  if (!event) return { [mediaType]: {} };
  const contentSchema = components.place(event, 'output');
  return { [mediaType]: { schema: { type: 'string', contentMediaType: 'application/json', contentSchema } } };
};

const rawOperationOf = (
  components: Components,
  resource: keyof typeof rawRoutes,
  key: string,
  route: RawRoute,
  method: string,
): Operation => {
  const { summary, description, access, params, query, takesBody, answers, methods } = route;
  const hasBody = takesBody && method !== 'GET' && method !== 'DELETE';
  return {
    operationId: methods.length === 1 ? `${resource}.${key}` : `${resource}.${key}.${method.toLowerCase()}`,
    tags: [apiResources[resource].title],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security[access],
    parameters: [...parametersOf(components, params, 'path'), ...parametersOf(components, query, 'query')],
    ...(hasBody ? { requestBody: { required: false, content: { '*/*': {} } } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          { description: answer.description, content: contentOf(components, answer) },
        ]),
      ),
      ...refusals,
    },
  };
};

const sessionId = {
  name: 'sessionid',
  in: 'header',
  required: false,
  description:
    'The session of the client, such as a browser tab: the same as in `/push?sessionId=`. Runs that it starts are told to that stream. It is no secret and entitles to nothing.',
  schema: { type: 'string', pattern: '^[\\w-]{1,64}$' },
};

const securitySchemes = {
  account: {
    type: 'apiKey',
    in: 'cookie',
    name: 'millrace-auth',
    description: 'Who is signed in. An instance without accounts asks nobody to sign in.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'MILLRACE_METRICS_TOKEN of the instance.' },
};

/** Codes are added over time, so their types are open: known ones are listed, others must be expected. */
const errorSchema = {
  type: 'object',
  required: ['code', 'error', 'message'],
  properties: {
    code: {
      anyOf: [{ type: 'integer', enum: Object.values(errorCodes).map(({ code }) => code) }, { type: 'integer' }],
      description: 'Never changes its meaning. There may be others in later versions.',
    },
    error: {
      anyOf: [{ type: 'string', enum: Object.keys(errorCodes) }, { type: 'string' }],
      description: Object.entries(errorCodes)
        .map(([name, { code, status, meaning }]) => `- \`${name}\` (${code}, HTTP ${status}): ${meaning}`)
        .join('\n'),
    },
    message: { type: 'string', description: 'For people.' },
    hint: { type: 'string', description: 'What may help.' },
    issues: {
      type: 'array',
      description: 'Of `badRequest`: each field that was refused.',
      items: { $ref: '#/components/schemas/RequestIssue' },
    },
    conflict: {
      type: 'object',
      description:
        'Of `workflowConflict`: the present revision of the workflow, and what each later one than the request named has changed in the one before.',
      required: ['revision', 'changes'],
      properties: {
        revision: { type: 'integer' },
        changes: {
          type: 'array',
          items: {
            type: 'object',
            required: ['revision', 'patches'],
            properties: {
              revision: { type: 'integer' },
              patches: { type: 'array', items: { $ref: '#/components/schemas/DocumentPatch' } },
            },
          },
        },
      },
    },
  },
};

const requestIssueSchema = {
  type: 'object',
  required: ['path', 'message'],
  properties: { path: { type: 'string', examples: ['nodes[1].name'] }, message: { type: 'string' } },
};

const failure = (description: string, headers?: object) => ({
  description,
  ...(headers ? { headers } : {}),
  content: json({ $ref: '#/components/schemas/Error' }),
});

const retryAfter = {
  'Retry-After': { description: 'Seconds; of 503', required: false, schema: { type: 'integer' } },
};

const allPaths = (components: Components, basePath: string): OpenApi['paths'] => {
  const paths: OpenApi['paths'] = {};
  for (const resource of Object.keys(api) as (keyof Api)[])
    for (const [key, endpoint] of Object.entries<Endpoint>(api[resource]))
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operationOf(components, resource, key, endpoint),
      };
  for (const resource of Object.keys(rawRoutes) as (keyof typeof rawRoutes)[])
    for (const [key, route] of Object.entries<RawRoute>(rawRoutes[resource]))
      paths[route.path] = {
        ...(route.at === 'root' ? { servers: [{ url: basePath || '/' }] } : {}),
        ...Object.fromEntries(
          route.methods.map((method) => [
            method.toLowerCase(),
            rawOperationOf(components, resource, key, route, method),
          ]),
        ),
      };
  return paths;
};

/**
 * The API as an OpenAPI document, made from the same records that the server checks requests with.
 *
 * @param basePath of the instance's address, such as `/automation`; empty at the root of a host
 */
export const describeApi = (version: string, basePath = ''): OpenApi => {
  const components = createComponents();
  const paths = allPaths(components, basePath);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millrace',
      version,
      description:
        'Workflows, their executions and node types. Answers are wrapped in an object under `data`; an answer without a value is `{}`. Failures have a JSON body with a message for people and a code for programs. Query values that are objects travel as JSON text.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${basePath}/rest` }],
    tags: Object.values(apiResources).map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      schemas: { ...components.schemas, Error: errorSchema, RequestIssue: requestIssueSchema },
      parameters: { SessionId: sessionId },
      responses: {
        Refused: failure('The request was refused: the message says why.'),
        Failed: failure('The instance failed, or cannot do it now.', retryAfter),
      },
      securitySchemes,
    },
  };
};
