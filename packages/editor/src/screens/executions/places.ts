/** The list that an execution is shown beside: of one workflow, or of all. */
export interface ListPlace {
  workflowId: string | null;
}

/** Where an execution is shown beside the list. @param compare the one that it is compared with */
export const executionPlace = ({ workflowId }: ListPlace, executionId: string, compare?: string) => ({
  to: addressOf({ workflowId }, executionId),
  search: compare === undefined ? {} : { compare },
});

export const addressOf = ({ workflowId }: ListPlace, executionId: string): string =>
  workflowId === null ? `/executions/${executionId}` : `/workflow/${workflowId}/executions/${executionId}`;

export const listAddress = ({ workflowId }: ListPlace): string =>
  workflowId === null ? '/executions' : `/workflow/${workflowId}/executions`;
