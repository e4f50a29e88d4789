import { type ErrorBody, errorCodes, type WorkflowChange } from '@millrace/contract';
import { json } from './operations.ts';
import type { JsonSchema } from './schemas.ts';

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
        changes: { type: 'array', items: { $ref: '#/components/schemas/WorkflowChange' } },
      },
    },
    stack: { type: 'string', description: 'Of instances in development only.' },
  } satisfies Record<keyof ErrorBody, JsonSchema>,
};

const workflowChangeSchema = {
  type: 'object',
  description: 'What led to a revision.',
  required: ['revision', 'patches'],
  properties: {
    revision: { type: 'integer' },
    patches: { type: 'array', items: { $ref: '#/components/schemas/DocumentPatch' } },
  },
} satisfies { properties: Record<keyof WorkflowChange, JsonSchema> } & JsonSchema;

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

/** Components that failures are described by. */
export const failureSchemas = {
  Error: errorSchema,
  RequestIssue: requestIssueSchema,
  WorkflowChange: workflowChangeSchema,
};

export const failureResponses = {
  Refused: failure('The request was refused: the message says why.'),
  Failed: failure('The instance failed, or cannot do it now.', retryAfter),
};
