import { z } from 'zod';

/** What a share lets its user do, beside seeing that there is the thing; what that is depends on the thing. */
export const shareRoleSchema = z.enum(['use', 'view', 'edit']);
export type ShareRole = z.infer<typeof shareRoleSchema>;

export const actionSchema = z.enum(['list', 'read', 'use', 'execute', 'update', 'delete', 'share', 'create']);
export type Action = z.infer<typeof actionSchema>;

/** Whose something is, and what the caller may do with it: part of every answer that describes a workflow or a credential. */
export const ownershipShape = {
  ownedBy: z
    .object({
      id: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      email: z.string().nullable(),
    })
    .optional(),
  /** With how many users it is shared. */
  sharedWith: z.number().int().optional(),
  /** What the caller may do with it. */
  permissions: z.array(actionSchema).optional(),
};
export type Ownership = {
  [K in keyof typeof ownershipShape]-?: Exclude<z.infer<(typeof ownershipShape)[K]>, undefined>;
};
