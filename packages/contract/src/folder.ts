import { z } from 'zod';
import { idSchema } from './ids.ts';
import { limits } from './limits.ts';
import { ownershipShape } from './sharing.ts';

export const folderNameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(limits.folderNameMaxLength, `must have at most ${limits.folderNameMaxLength} characters`)
  .refine((name) => !/\p{Cc}/u.test(name), 'must be a single line');

/** Folders hold workflows of their owner, and other folders. */
export const folderSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Null: it is in no other folder. */
  parentId: idSchema.nullable(),
  /** Workflows in it, without those in folders of it. */
  workflowCount: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  ownedBy: ownershipShape.ownedBy,
});
export type Folder = z.infer<typeof folderSchema>;
