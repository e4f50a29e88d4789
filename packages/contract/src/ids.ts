import { z } from 'zod';
import { idPattern } from './id-text.ts';

/** Ids of workflows, executions and versions: decimal numbers as text. */
export const idSchema = z.string().regex(idPattern, 'must be an id such as "12"');
