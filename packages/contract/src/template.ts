import { z } from 'zod';

/* What a host of templates answers with: the one of the instance (`server/src/templates`), or another that is configured. */

/** A type of node of a template, as cards and details show it. Hosts that draw their own pictures give them in `iconData`. */
export const templateNodeSchema = z.looseObject({
  name: z.string(),
  displayName: z.string(),
  icon: z.string().optional(),
  iconData: z
    .looseObject({ type: z.string(), icon: z.string().optional(), fileBuffer: z.string().optional() })
    .optional(),
  defaults: z.looseObject({ color: z.string().optional() }).optional(),
});
export type TemplateNode = z.infer<typeof templateNodeSchema>;

export const templateCategorySchema = z.object({ id: z.number().int(), name: z.string() });
export type TemplateCategory = z.infer<typeof templateCategorySchema>;

/** As lists have it. */
export const templateListingSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Markdown. */
  description: z.string().optional(),
  totalViews: z.number().optional(),
  createdAt: z.iso.datetime({ offset: true }),
  user: z.object({ username: z.string() }).nullish(),
  nodes: z.array(templateNodeSchema),
  /** Lists of saved ones have them. */
  categories: z.array(templateCategorySchema).optional(),
});
export type TemplateListing = z.infer<typeof templateListingSchema>;

/** A workflow in the public format: nodes and connections by the names of nodes. */
export const templateContentSchema = z.looseObject({
  nodes: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  connections: z.record(z.string(), z.unknown()),
});

/** Of what is whole, as it is given when it is asked for by its id; what lists have is not. */
const full = z.boolean().optional();

export const templateSchema = templateListingSchema.extend({
  full,
  /** Addresses of pictures. */
  image: z.array(z.object({ url: z.string() })).nullish(),
  categories: z.array(templateCategorySchema).default([]),
  workflow: templateContentSchema,
});
export type Template = z.infer<typeof templateSchema>;

export const templateCollectionListingSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  workflows: z.array(z.object({ id: z.number().int() })),
  nodes: z.array(templateNodeSchema),
  createdAt: z.iso.datetime({ offset: true }),
});
export type TemplateCollectionListing = z.infer<typeof templateCollectionListingSchema>;

export const templateCollectionSchema = templateCollectionListingSchema.extend({
  full,
  /** Markdown. */
  description: z.string().nullish(),
  image: z.array(z.object({ url: z.string() })).nullish(),
  categories: z.array(templateCategorySchema).default([]),
  workflows: z.array(templateListingSchema),
});
export type TemplateCollection = z.infer<typeof templateCollectionSchema>;

/** Answers of a host of templates, by their addresses below it; none has an envelope. */
export const templateHostAnswers = {
  /** `GET /templates/categories` */
  categories: z.object({ categories: z.array(templateCategorySchema) }),
  /** `GET /templates/collections?category=1,2&search=` */
  collections: z.object({ collections: z.array(templateCollectionListingSchema) }),
  /** `GET /templates/workflows?skip=0&rows=10&category=1,2&search=` */
  workflows: z.object({ totalWorkflows: z.number().int(), workflows: z.array(templateListingSchema) }),
  /** `GET /templates/collections/{id}` */
  collection: z.object({ collection: templateCollectionSchema }),
  /** `GET /templates/workflows/{id}`. Counts as a view. */
  template: z.object({ workflow: templateSchema }),
  /** `GET /workflows/templates/{id}`: what is imported into the editor. */
  import: z.object({ id: z.number().int(), name: z.string(), workflow: templateContentSchema }),
};
