import { z } from 'zod';

/** How a trigger of an active workflow does, where that is more than that it is served. */
export const triggerStateSchema = z.object({
  /** Name of the node. */
  node: z.string(),
  part: z.enum(['registration', 'poll', 'connection']).describe('What of the trigger this is about.'),
  status: z.enum(['connecting', 'listening', 'failing']),
  since: z.iso.datetime(),
  message: z.string().describe('Why it fails.').optional(),
  nextTry: z.iso.datetime().describe('When it is tried again at the earliest.').optional(),
});
export type TriggerState = z.infer<typeof triggerStateSchema>;
