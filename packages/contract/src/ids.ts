import { z } from 'zod';

/** Ids of workflows, executions and versions: decimal numbers as text. */
export const idSchema = z.string().regex(/^\d{1,18}$/, 'must be an id such as "12"');
