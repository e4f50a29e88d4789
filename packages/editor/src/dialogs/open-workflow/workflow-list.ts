import type { TagReference, WorkflowSummary } from '@millrace/contract';
import { findRows, type Sorting } from '../../ui/sort-rows.ts';

export type SortColumn = 'name' | 'createdAt' | 'updatedAt';

/** Workflows with all of the tags whose name holds each word of the search, in the wanted order. */
export const findWorkflows = (
  workflows: readonly WorkflowSummary[],
  search: string,
  sorting: Sorting<SortColumn>,
  tags: readonly TagReference[] = [],
): WorkflowSummary[] =>
  findRows(
    workflows.filter((workflow) => tags.every(({ id }) => workflow.tags.some((tag) => tag.id === id))),
    search,
    sorting,
    { searched: ({ name }) => name, sorted: (row, column) => row[column] },
  );
