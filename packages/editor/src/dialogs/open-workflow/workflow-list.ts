import type { WorkflowSummary } from '@millrace/contract';
import { findRows, type Sorting } from '../../ui/sort-rows.ts';

export type SortColumn = 'name' | 'createdAt' | 'updatedAt';

/** Workflows whose name holds each word of the search, in the wanted order. */
export const findWorkflows = (
  workflows: readonly WorkflowSummary[],
  search: string,
  sorting: Sorting<SortColumn>,
): WorkflowSummary[] =>
  findRows(workflows, search, sorting, { searched: ({ name }) => name, sorted: (row, column) => row[column] });
