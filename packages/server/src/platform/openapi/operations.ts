import { type Api, apiResources, type Endpoint, type RawRoute, type rawRoutes } from '@millrace/contract';
import type { Components, JsonSchema } from './schemas.ts';

/** Operations of the document: one for each endpoint, and one for each method of what is served beside them. */

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

export const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const refusals = {
  '4XX': { $ref: '#/components/responses/Refused' },
  '5XX': { $ref: '#/components/responses/Failed' },
};

const securityOf = (access: RawRoute['access']): Operation['security'] => {
  if ('scope' in access) {
    if (access.scope === 'session') return [{ session: [] }];
    return [{ session: [] }, { apiKey: access.scope === 'any' ? [] : [access.scope] }];
  }
  return access.who === 'token' ? [{ metricsToken: [] }] : [];
};

const callersOf = (access: RawRoute['access']): string | undefined => {
  if (!('scope' in access)) return undefined;
  const keys =
    access.scope === 'session'
      ? 'Not for API keys.'
      : access.scope === 'any'
        ? 'For every API key.'
        : `API keys need the scope \`${access.scope}\`.`;
  return access.who === 'owner' ? `For the owner of the instance. ${keys}` : keys;
};

const descriptionOf = ({ description, access }: Pick<RawRoute, 'description' | 'access'>): string | undefined =>
  [description, callersOf(access)].filter((part) => part !== undefined).join('\n\n') || undefined;

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

export const operationOf = (
  components: Components,
  resource: keyof Api,
  key: string,
  endpoint: Endpoint,
): Operation => {
  const { params, query, body, summary, description, access } = endpoint;
  const name = capitalised(resource) + capitalised(key);
  return {
    operationId: `${resource}.${key}`,
    tags: [apiResources[resource].title],
    summary,
    description: descriptionOf({ description, access }),
    security: securityOf(access),
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

export const rawOperationOf = (
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
    description: descriptionOf({ description, access }),
    security: securityOf(access),
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
