import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

export const documentationPageSchema = z.object({
  /** Below the folder of the documentation, such as `guides/webhooks.md`. Links in the text go from there. */
  path: z.string(),
  /** Markdown. */
  text: z.string(),
});
export type DocumentationPage = z.infer<typeof documentationPageSchema>;

export const documentationEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/documentation',
    summary: 'Get the documentation of this version',
    description: 'All pages as Markdown. `README.md` lists them, in groups.',
    access: { who: 'user', scope: 'any' },
    response: z.array(documentationPageSchema),
  },
});
