import { z } from 'zod';
import { idSchema } from './ids.ts';
import { limits } from './limits.ts';
import { nameText } from './name-text.ts';
import { ownershipShape } from './sharing.ts';

export const folderNameSchema = nameText(limits.folderNameMaxLength);

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
