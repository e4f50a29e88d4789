import type {
  Language,
  TemplateCollectionsQuery,
  TemplateListing,
  TemplatesQuery,
  templateHostAnswers,
} from '@millrace/contract';
import type { z } from 'zod';
import { notFound } from '../platform/errors.ts';
import type { Catalog, CatalogCollection, CatalogTemplate } from './catalog.ts';
import type { TemplateViews } from './views.ts';

type Answers = { [K in keyof typeof templateHostAnswers]: z.input<(typeof templateHostAnswers)[K]> };

interface InLanguage {
  language: Language;
}

/** What the bundled templates answer to clients of a host of templates. */
export interface TemplatesHost {
  categories(language: Language): Promise<Answers['categories']>;
  collections(query: TemplateCollectionsQuery & InLanguage): Promise<Answers['collections']>;
  workflows(query: TemplatesQuery & InLanguage): Promise<Answers['workflows']>;
  /** @throws AppError templateCollectionNotFound */
  collection(id: number, language: Language): Promise<Answers['collection']>;
  /** Does not count the view. @throws AppError templateNotFound, as the next */
  template(id: number, language: Language): Promise<Answers['template']>;
  import(id: number, language: Language): Promise<Answers['import']>;
  countView(id: number): void;
}

const collectionListing = ({ id, name, nodes, createdAt, templates }: CatalogCollection) => ({
  id,
  name,
  workflows: templates.map(({ listing }) => ({ id: listing.id })),
  nodes,
  createdAt,
});

export const createTemplatesHost = (options: {
  read: (language: Language) => Promise<Catalog>;
  views: TemplateViews;
}): TemplatesHost => {
  const { read, views } = options;

  const listings = async (templates: readonly CatalogTemplate[]): Promise<TemplateListing[]> => {
    const counts = await views.of(templates.map(({ listing }) => listing.id));
    return templates.map(({ listing }) => ({ ...listing, totalViews: counts.get(listing.id) ?? 0 }));
  };

  const findTemplate = async (id: number, language: Language): Promise<CatalogTemplate> => {
    const found = (await read(language)).templates.find(({ listing }) => listing.id === id);
    if (!found) throw notFound('template', id);
    return found;
  };

  return {
    categories: async (language) => ({ categories: (await read(language)).categories }),

    async collections({ language, ...query }) {
      return { collections: (await read(language)).select.collections(query).map(collectionListing) };
    },

    async workflows({ skip, rows, language, ...query }) {
      const found = (await read(language)).select.templates(query);
      return { totalWorkflows: found.length, workflows: await listings(found.slice(skip, skip + rows)) };
    },

    async collection(id, language) {
      const found = (await read(language)).collections.find((one) => one.id === id);
      if (!found) throw notFound('template collection', id);
      const { description, categories, templates } = found;
      return {
        collection: {
          ...collectionListing(found),
          full: true,
          description,
          image: [],
          categories,
          workflows: await listings(templates),
        },
      };
    },

    async template(id, language) {
      const found = await findTemplate(id, language);
      const [[listing], workflow] = await Promise.all([listings([found]), found.readWorkflow()]);
      return {
        workflow: {
          ...listing!,
          full: true,
          description: found.description,
          image: [],
          categories: found.categories,
          workflow,
        },
      };
    },

    async import(id, language) {
      const { listing, readWorkflow } = await findTemplate(id, language);
      return { id, name: listing.name, workflow: await readWorkflow() };
    },

    countView: (id) => views.count(id),
  };
};
