import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { pushSchemas } from '../push-schema.ts';
import { dataTableImportSchema } from './data-tables.ts';
import type { Access } from './endpoint.ts';
import { booleanQuery } from './query.ts';
import { templateHostRoutes } from './template-host.ts';

/** What is served beside the JSON endpoints of `/rest`: streams, files, calls from outside, health. */
export interface RawRoute {
  /** Under `/rest`, or at the root of the instance. */
  at: 'rest' | 'root';
  methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /** First parts that an operator can rename stand as their default. */
  path: `/${string}`;
  summary: string;
  description?: string;
  /** `caller`: the workflow decides. `token`: of the operator. */
  access: Access | { readonly who: 'caller' | 'token' };
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Takes a body of any kind. */
  takesBody?: true;
  /** Of the answer; a schema where it is JSON. */
  answers: Readonly<Record<number, { description: string; mediaType: string; schema?: z.ZodType; event?: z.ZodType }>>;
}

const text = z.string();
const readiness = z.object({
  status: z.enum(['ok', 'unavailable']),
  reason: z.enum(['starting', 'stopping', 'database']).optional(),
});

/** By resource and name, as endpoints are. */
export const rawRoutes = {
  push: {
    stream: {
      at: 'rest',
      methods: ['GET'],
      path: '/push',
      summary: 'Follow the runs of a session as server-sent events',
      description:
        'Each `data:` line is the JSON of one PushMessage. Nothing depends on their arrival: after a reconnect, read the present state. Opening the stream of a session again replaces the old one.',
      access: { who: 'user', scope: 'execution:read' },
      query: z.strictObject({
        sessionId: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _'),
      }),
      answers: {
        200: { description: 'The stream', mediaType: 'text/event-stream', event: pushSchemas.PushMessage },
      },
    },
  },
  nodeTypes: {
    icon: {
      at: 'rest',
      methods: ['GET'],
      path: '/node-icon/{name}',
      summary: 'Get the picture of a node type',
      description: 'The name of a type of a scoped package has two segments.',
      access: { who: 'anyone' },
      params: z.object({ name: text }),
      answers: { 200: { description: 'The picture', mediaType: 'image/svg+xml' } },
    },
  },
  credentialTypes: {
    icon: {
      at: 'rest',
      methods: ['GET'],
      path: '/credential-icon/{name}',
      summary: 'Get the picture of a credential type',
      access: { who: 'anyone' },
      params: z.object({ name: text }),
      answers: { 200: { description: 'The picture', mediaType: 'image/svg+xml' } },
    },
  },
  documentation: {
    image: {
      at: 'rest',
      methods: ['GET'],
      path: '/documentation-images/{name}',
      summary: 'Get a picture of the documentation',
      access: { who: 'user', scope: 'any' },
      params: z.object({ name: text }),
      answers: { 200: { description: 'The picture', mediaType: 'image/png' } },
    },
  },
  oauth: {
    oauth1Callback: {
      at: 'rest',
      methods: ['GET'],
      path: '/oauth1-credential/callback',
      summary: 'Come back from a service at which an account was connected by OAuth1',
      description: 'A page for people, also where it fails (400). It tells its opener, and closes.',
      access: { who: 'anyone' },
      query: z.object({ oauth_token: text.optional(), oauth_verifier: text.optional(), state: text.optional() }),
      answers: { 200: { description: 'The page', mediaType: 'text/html' } },
    },
    oauth2Callback: {
      at: 'rest',
      methods: ['GET'],
      path: '/oauth2-credential/callback',
      summary: 'Come back from a service at which an account was connected by OAuth2',
      description: 'A page for people, also where it fails (400). It tells its opener, and closes.',
      access: { who: 'anyone' },
      query: z.object({
        code: text.optional(),
        state: text.optional(),
        error: text.optional(),
        error_description: text.optional(),
      }),
      answers: { 200: { description: 'The page', mediaType: 'text/html' } },
    },
  },
  pagePasses: {
    give: {
      at: 'rest',
      methods: ['GET'],
      path: '/page-pass',
      summary: 'Let a signed-in person see a page of a workflow',
      description:
        'For chats and forms that are for users of this instance. Leads to the page with a cookie that is for this page alone, or to the sign-in.',
      access: { who: 'anyone' },
      query: z.object({ page: text.describe('Path of the page, with its query') }),
      answers: { 200: { description: 'The page that this leads to', mediaType: 'text/html' } },
    },
  },
  dataTables: {
    exportCsv: {
      at: 'rest',
      methods: ['GET'],
      path: '/data-tables/{id}/csv',
      summary: 'Download the rows of a data table as CSV',
      description: 'Texts that a spreadsheet would take for a formula begin with an apostrophe.',
      access: { who: 'user', scope: 'dataTable:read' },
      params: z.object({ id: idSchema }),
      query: z.strictObject({}),
      answers: { 200: { description: 'The file', mediaType: 'text/csv' } },
    },
    importCsv: {
      at: 'rest',
      methods: ['POST'],
      path: '/data-tables/{id}/csv',
      summary: 'Add the rows of a CSV file to a data table',
      description:
        'The first line has the names of the columns; commas, semicolons or tabs stand between. Nothing is stored unless every line fits.',
      access: { who: 'user', scope: 'dataTable:write' },
      params: z.object({ id: idSchema }),
      query: z.strictObject({
        addColumns: booleanQuery.describe('Columns that the table does not have are added.').optional(),
      }),
      takesBody: true,
      answers: {
        200: {
          description: 'How many rows were added, and the table',
          mediaType: 'application/json',
          schema: z.object({ data: dataTableImportSchema }),
        },
      },
    },
  },
  prompts: {
    exportCsv: {
      at: 'rest',
      methods: ['GET'],
      path: '/prompt-answers/csv',
      summary: 'Download what people have answered as CSV',
      description: 'Texts that a spreadsheet would take for a formula begin with an apostrophe.',
      access: { who: 'owner', scope: 'session' },
      query: z.strictObject({}),
      answers: { 200: { description: 'The file', mediaType: 'text/csv' } },
    },
  },
  executions: {
    binaryData: {
      at: 'rest',
      methods: ['GET'],
      path: '/data/{id}',
      summary: 'Download binary data of a run',
      description: 'Answers ranges. The id is that of a BinaryData; it has two segments.',
      access: { who: 'user', scope: 'execution:read' },
      params: z.object({ id: text }),
      answers: {
        200: { description: 'The file', mediaType: 'application/octet-stream' },
        206: { description: 'The range that was asked for', mediaType: 'application/octet-stream' },
      },
    },
  },
  webhooks: {
    production: {
      at: 'root',
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      path: '/webhook/{path}',
      summary: 'Call the webhook of an active workflow',
      description:
        'The path, which may have several segments, the method and the answer are those of the Webhook node. The first part of the address is MILLRACE_ENDPOINT_WEBHOOK.',
      access: { who: 'caller' },
      params: z.object({ path: text }),
      takesBody: true,
      answers: { 200: { description: 'What the workflow answers', mediaType: '*/*' } },
    },
    test: {
      at: 'root',
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      path: '/webhook-test/{path}',
      summary: 'Call the webhook that an editor waits for',
      description: 'Answers one call, within two minutes after the run was started by hand.',
      access: { who: 'caller' },
      params: z.object({ path: text }),
      takesBody: true,
      answers: { 200: { description: 'What the workflow answers', mediaType: '*/*' } },
    },
    resume: {
      at: 'root',
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      path: '/webhook-waiting/{executionId}/{token}',
      summary: 'End the wait of a run',
      description: 'The address is signed and ends one wait, once. Workflows get it as `$execution.resumeUrl`.',
      access: { who: 'caller' },
      params: z.object({ executionId: text, token: text }),
      takesBody: true,
      answers: { 200: { description: 'What the workflow answers', mediaType: '*/*' } },
    },
    form: {
      at: 'root',
      methods: ['GET', 'POST'],
      path: '/form-waiting/{executionId}/{token}',
      summary: 'Show and send the form that a run waits for',
      description: 'A page for people. Workflows get its address as `$execution.resumeFormUrl`.',
      access: { who: 'caller' },
      params: z.object({ executionId: text, token: text }),
      takesBody: true,
      answers: { 200: { description: 'The page', mediaType: 'text/html' } },
    },
  },
  templateHost: templateHostRoutes,
  health: {
    live: {
      at: 'root',
      methods: ['GET'],
      path: '/healthz',
      summary: 'Ask whether the process lives and has started',
      access: { who: 'anyone' },
      answers: {
        200: {
          description: 'It has',
          mediaType: 'application/json',
          schema: z.object({ status: z.enum(['ok', 'starting']) }),
        },
      },
    },
    ready: {
      at: 'root',
      methods: ['GET'],
      path: '/healthz/readiness',
      summary: 'Ask whether the instance can take work',
      access: { who: 'anyone' },
      answers: { 200: { description: 'It can', mediaType: 'application/json', schema: readiness } },
    },
    metrics: {
      at: 'root',
      methods: ['GET'],
      path: '/metrics',
      summary: 'Read figures for Prometheus',
      description: 'Where MILLRACE_METRICS is true; the token is MILLRACE_METRICS_TOKEN.',
      access: { who: 'token' },
      answers: { 200: { description: 'The figures', mediaType: 'text/plain' } },
    },
  },
} as const satisfies Record<string, Record<string, RawRoute>>;
