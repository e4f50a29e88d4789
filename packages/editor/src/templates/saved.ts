import { firstSavedTemplate, limits, type Template } from '@millrace/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { queryClient } from '../api/queries.ts';
import { t } from '../messages/templates.ts';
import { TemplateHostError } from './host.ts';

/* Templates that the owner of the instance has saved. The instance itself gives them, to who is signed in, whatever host the others come from. */

/** Not of a host. */
export const savedCategory = 999_999_999;

export const isSaved = (id: number | string): boolean => Number(id) >= firstSavedTemplate;

/** Those that a search finds, as many as a list can have. */
export const savedQuery = ({ search, category }: { search: string; category: string }) =>
  queryOptions({
    queryKey: ['templates', 'saved', search, category],
    queryFn: async ({ signal }) =>
      (await client.templates.list({ query: { search, category, rows: limits.templatesMaxPageSize }, signal }))
        .workflows,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const allSavedQuery = savedQuery({ search: '', category: '' });

/** As a host fails. */
const asHost = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError) throw new TemplateHostError(error.status, error.message);
    throw error;
  }
};

export const readSaved = (id: string, signal: AbortSignal): Promise<Template> =>
  asHost(client.templates.get({ params: { id: Number(id) }, signal }));

export const readSavedWorkflow = (id: string, signal: AbortSignal) =>
  asHost(client.templates.workflow({ params: { id: Number(id) }, signal }));

/** What lists and pages of templates know is asked for again. */
export const forgetTemplates = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['templates'] });

/** Before those of the host, where there are some. */
export const withSavedCategory = <C extends { id: number; name: string }>(
  categories: readonly C[] | undefined,
  saved: readonly unknown[] | undefined,
): readonly (C | { id: number; name: string })[] | undefined =>
  categories && saved && saved.length > 0
    ? [{ id: savedCategory, name: t('templates.saved') }, ...categories]
    : categories;
