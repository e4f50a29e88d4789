import { z } from 'zod';
import { limits } from '../limits.ts';
import { nameText } from '../name-text.ts';
import { firstSavedTemplate } from '../saved-template-ids.ts';
import { templateCategorySchema, templateHostAnswers, templateSchema } from '../template.ts';
import { workflowGraphSchema } from '../workflow.ts';
import { defineEndpoints } from './endpoint.ts';
import { workflowsQuery } from './template-host.ts';

const params = z.object({
  id: z.coerce.number().int().min(firstSavedTemplate).max(Number.MAX_SAFE_INTEGER),
});

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `must have at most ${most} characters`)
    .refine((given) => !given.includes('\0'), 'must not hold a null character');

const about = {
  name: nameText(limits.templateNameMaxLength),
  description: text(limits.templateDescriptionMaxLength).describe('Markdown.'),
  categories: z
    .array(templateCategorySchema.strict())
    .max(limits.templateCategories)
    .describe('Of the host of templates.'),
};

/** What was taken out of a workflow, since it is for nobody else. */
export const removedValueSchema = z.object({
  /** Name of the node. */
  node: z.string(),
  /** Path of the parameter, with points between its parts. */
  parameter: z.string(),
});
export type RemovedValue = z.infer<typeof removedValueSchema>;

const saved = z.object({ template: templateSchema, removed: z.array(removedValueSchema) });

export const templateEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/templates',
    summary: 'List the templates that were saved on this instance, in pages',
    description:
      'In the shapes of a host of templates. The newest first; those that a search finds by their names before the others.',
    access: { who: 'user', scope: 'workflow:read' },
    query: workflowsQuery.strict(),
    response: templateHostAnswers.workflows,
  },
  get: {
    method: 'GET',
    path: '/templates/{id}',
    summary: 'Get a saved template',
    description: 'Counts as a view.',
    access: { who: 'user', scope: 'workflow:read' },
    params,
    response: templateSchema,
  },
  workflow: {
    method: 'GET',
    path: '/templates/{id}/workflow',
    summary: 'Get the workflow of a saved template',
    access: { who: 'user', scope: 'workflow:read' },
    params,
    response: templateHostAnswers.import,
  },
  create: {
    method: 'POST',
    path: '/templates',
    summary: 'Save a workflow as a template',
    description:
      'Everyone on the instance finds it. Credentials, pinned data and values that look like secrets are left out; the answer says which values.',
    access: { who: 'owner', scope: 'workflow:write' },
    body: z.strictObject({ ...about, workflow: workflowGraphSchema }),
    response: saved,
  },
  update: {
    method: 'PATCH',
    path: '/templates/{id}',
    summary: 'Change a saved template',
    access: { who: 'owner', scope: 'workflow:write' },
    params,
    body: z.strictObject({ ...about, workflow: workflowGraphSchema }).partial(),
    response: saved,
  },
  remove: {
    method: 'DELETE',
    path: '/templates/{id}',
    summary: 'Delete a saved template',
    description: 'Workflows that were made of it stay.',
    access: { who: 'owner', scope: 'workflow:write' },
    params,
    response: z.literal(true),
  },
});
