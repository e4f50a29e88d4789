import { z } from 'zod';
import { idSchema } from './ids.ts';
import { limits } from './limits.ts';
import { nameText } from './name-text.ts';

export const tagNameSchema = nameText(limits.tagNameMaxLength);

/** As workflows have it. */
export const tagReferenceSchema = z.object({ id: idSchema, name: z.string() });
export type TagReference = z.infer<typeof tagReferenceSchema>;

export const tagSchema = tagReferenceSchema.extend({
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** How many workflows have it, of those that the caller sees; where it was asked for. */
  usageCount: z.number().int().optional(),
});
export type Tag = z.infer<typeof tagSchema>;
