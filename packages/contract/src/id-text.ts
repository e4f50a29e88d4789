/** What the ids of workflows, executions and versions look like: decimal numbers as text. */
export const idPattern = /^\d{1,18}$/;

export const isId = (text: string): boolean => idPattern.test(text);
