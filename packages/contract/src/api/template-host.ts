import { z } from 'zod';
import { languages } from '../languages.ts';
import { limits } from '../limits.ts';
import { templateHostAnswers } from '../template.ts';

const idsQuery = z
  .string()
  .regex(/^(?:\d{1,9}(?:,\d{1,9})*)?$/, 'must be ids with commas between them')
  .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
  .describe('Ids of categories with commas between them; what belongs to any of them is meant.');

const searchQuery = z
  .string()
  .max(limits.templateSearch)
  .describe('Words of the name, of the nodes, of the categories or of the description, in any order.');

// Not strict: clients of other hosts of this kind ask for more, which is no reason to give them nothing.
const collectionsQuery = z.object({ category: idsQuery.optional(), search: searchQuery.optional() });
export const workflowsQuery = collectionsQuery.extend({
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
  rows: z.coerce.number().int().min(1).max(limits.templatesMaxPageSize).default(20),
});
/** Of another host nothing is known, so a language that has no texts here is English. */
const languageQuery = z.object({
  language: z
    .enum(languages)
    .catch('en')
    .default('en')
    .describe('The language of names and of the descriptions in lists; texts that are not there in it are in English.'),
});
const params = z.object({ id: z.coerce.number().int().min(1).max(999_999_999) });

export type TemplateCollectionsQuery = z.output<typeof collectionsQuery>;
export type TemplatesQuery = z.output<typeof workflowsQuery>;

const cors =
  'Answers have no envelope. Pages of every origin may read them: they are the same for everyone, and no sign-in counts here.';

const route = <const P extends `/catalog/${string}`, A extends z.ZodType>(path: P, summary: string, answer: A) =>
  ({
    at: 'root',
    methods: ['GET'],
    path,
    summary,
    access: { who: 'anyone' },
    answers: { 200: { description: summary, mediaType: 'application/json', schema: answer } },
  }) as const;

/** The templates that come with the product, as a host of templates gives them. */
export const templateHostRoutes = {
  health: {
    ...route('/catalog/health', 'Ask whether the host of the templates answers', z.object({ status: z.literal('ok') })),
    description: cors,
  },
  categories: {
    ...route('/catalog/templates/categories', 'List the categories of the templates', templateHostAnswers.categories),
    query: languageQuery,
  },
  collections: {
    ...route(
      '/catalog/templates/collections',
      'List collections of templates, the newest first',
      templateHostAnswers.collections,
    ),
    query: collectionsQuery.extend(languageQuery.shape),
  },
  workflows: {
    ...route('/catalog/templates/workflows', 'List templates in pages', templateHostAnswers.workflows),
    description: 'The newest first; those that a search finds by their names before the others.',
    query: workflowsQuery.extend(languageQuery.shape),
  },
  collection: {
    ...route('/catalog/templates/collections/{id}', 'Get a collection of templates', templateHostAnswers.collection),
    params,
    query: languageQuery,
  },
  template: {
    ...route('/catalog/templates/workflows/{id}', 'Get a template', templateHostAnswers.template),
    description: 'Counts as a view.',
    params,
    query: languageQuery,
  },
  import: {
    ...route('/catalog/workflows/templates/{id}', 'Get the workflow of a template', templateHostAnswers.import),
    params,
    query: languageQuery,
  },
} as const;
