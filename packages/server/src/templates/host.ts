import type {
  TemplateCollectionsQuery,
  TemplateListing,
  TemplatesQuery,
  templateHostAnswers,
} from '@millrace/contract';
import type { z } from 'zod';
import { notFound } from '../platform/errors.ts';
import type { Catalog, CatalogCollection, CatalogTemplate } from './catalog.ts';
import { select } from './search.ts';
import type { TemplateViews } from './views.ts';

type Answers = { [K in keyof typeof templateHostAnswers]: z.input<(typeof templateHostAnswers)[K]> };

/** What the bundled templates answer to clients of a host of templates. */
export interface TemplatesHost {
  categories(): Promise<Answers['categories']>;
  collections(query: TemplateCollectionsQuery): Promise<Answers['collections']>;
  workflows(query: TemplatesQuery): Promise<Answers['workflows']>;
  /** @throws AppError templateCollectionNotFound */
  collection(id: number): Promise<Answers['collection']>;
  /** Does not count the view. @throws AppError templateNotFound, as the next */
  template(id: number): Promise<Answers['template']>;
  import(id: number): Promise<Answers['import']>;
  countView(id: number): void;
}

const collectionListing = ({ id, name, nodes, createdAt, templates }: CatalogCollection) => ({
  id,
  name,
  workflows: templates.map(({ listing }) => ({ id: listing.id })),
  nodes,
  createdAt,
});

export const createTemplatesHost = (options: { read: () => Promise<Catalog>; views: TemplateViews }): TemplatesHost => {
  const { read, views } = options;

  const listings = async (templates: readonly CatalogTemplate[]): Promise<TemplateListing[]> => {
    const counts = await views.of(templates.map(({ listing }) => listing.id));
    return templates.map(({ listing }) => ({ ...listing, totalViews: counts.get(listing.id) ?? 0 }));
  };

  const findTemplate = async (id: number): Promise<CatalogTemplate> => {
    const found = (await read()).templates.find(({ listing }) => listing.id === id);
    if (!found) throw notFound('template', id);
    return found;
  };

  return {
    categories: async () => ({ categories: (await read()).categories }),

    collections: async (query) => ({ collections: select((await read()).collections, query).map(collectionListing) }),

    async workflows({ skip, rows, ...query }) {
      const found = select((await read()).templates, query);
      return { totalWorkflows: found.length, workflows: await listings(found.slice(skip, skip + rows)) };
    },

    async collection(id) {
      const found = (await read()).collections.find((one) => one.id === id);
      if (!found) throw notFound('template collection', id);
      const { description, categories, templates } = found;
      return {
        collection: {
          ...collectionListing(found),
          description,
          image: [],
          categories,
          workflows: await listings(templates),
        },
      };
    },

    async template(id) {
      const found = await findTemplate(id);
      const [[listing], workflow] = await Promise.all([listings([found]), found.readWorkflow()]);
      return { workflow: { ...listing!, image: [], categories: found.categories, workflow } };
    },

    async import(id) {
      const { listing, readWorkflow } = await findTemplate(id);
      return { id, name: listing.name, workflow: await readWorkflow() };
    },

    countView: (id) => views.count(id),
  };
};
