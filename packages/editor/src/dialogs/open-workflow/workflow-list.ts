import type { WorkflowSummary } from '@millrace/contract';

export type SortColumn = 'name' | 'createdAt' | 'updatedAt';
export interface Sorting {
  column: SortColumn;
  isDescending: boolean;
}

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Workflows whose name holds each word of the search, in the wanted order. */
export const findWorkflows = (
  workflows: readonly WorkflowSummary[],
  search: string,
  { column, isDescending }: Sorting,
): WorkflowSummary[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const order = isDescending ? -1 : 1;
  return workflows
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .sort((a, b) => order * byText.compare(a[column], b[column]));
};
