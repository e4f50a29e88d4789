import { type Api, api, apiResources, apiScopes, type Endpoint, type RawRoute, rawRoutes } from '@millrace/contract';
import { failureResponses, failureSchemas } from './failures.ts';
import { type Operation, operationOf, rawOperationOf } from './operations.ts';
import { type Components, createComponents } from './schemas.ts';

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

const sessionId = {
  name: 'sessionid',
  in: 'header',
  required: false,
  description:
    'The session of the client, such as a browser tab: the same as in `/push?sessionId=`. Runs that it starts are told to that stream. It is no secret and entitles to nothing.',
  schema: { type: 'string', pattern: '^[\\w-]{1,64}$' },
};

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'millrace_session',
    description: 'Who is signed in. An instance without accounts asks nobody to sign in.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: `A key that a user has made for programs, as \`Authorization: Bearer mr_…\`. It may do what its user may, within its scopes:\n\n${Object.entries(
      apiScopes,
    )
      .map(([scope, title]) => `- \`${scope}\`: ${title}`)
      .join('\n')}`,
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'MILLRACE_METRICS_TOKEN of the instance.' },
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
        ...paths[route.path],
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
      schemas: { ...components.schemas, ...failureSchemas },
      parameters: { SessionId: sessionId },
      responses: failureResponses,
      securitySchemes,
    },
  };
};
