/** Where a workflow can be fetched: the address of a file, without a query. */
export const isWorkflowAddress = (text: string): boolean => /^https?:\/\/\S+\.json$/i.test(text.trim());
