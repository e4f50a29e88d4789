import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TemplatesFilter } from './queries.ts';
import { filterOf, readTemplatesAddress, searchFor } from './search-address.ts';

/** What is looked for, which the address says, and a way to change a part of it. Neither fills the history. */
export const useSearchAddress = (): { filter: TemplatesFilter; change: (part: Partial<TemplatesFilter>) => void } => {
  const { search = '', categories = '' } = readTemplatesAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  return useMemo(() => {
    const filter = filterOf({ search, categories });
    const change = (part: Partial<TemplatesFilter>) => {
      const next = { ...filter, ...part };
      void navigate({ to: '/templates/', search: searchFor(next.search, next.categories), replace: true });
    };
    return { filter, change };
  }, [search, categories, navigate]);
};
