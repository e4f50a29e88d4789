/** What the address of the search page holds. Digits alone are numbers there, so that they stand without quotation marks. */
export interface TemplatesAddress {
  search?: string | number;
  /** Ids with commas between them. */
  categories?: string | number;
}

const asWritten = (text: string): string | number => (String(Number(text)) === text ? Number(text) : text);

/** Of a query that a person may have written. */
export const readTemplatesAddress = ({ search, categories }: Record<string, unknown>): TemplatesAddress => {
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : '';
  const ids = String(categories ?? '').match(/\d{1,9}/g) ?? [];
  return {
    ...(text !== '' && { search: asWritten(text) }),
    ...(ids.length > 0 && { categories: asWritten([...new Set(ids.map(Number))].join(',')) }),
  };
};

/** The address of a search. */
export const searchFor = (search: string, categories: readonly number[] = []): TemplatesAddress =>
  readTemplatesAddress({ search, categories: categories.join(',') });

/** What an address asks for. */
export const filterOf = ({ search = '', categories = '' }: TemplatesAddress) => ({
  search: String(search),
  categories: String(categories).split(',').filter(Boolean).map(Number),
});
