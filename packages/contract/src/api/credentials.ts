import { z } from 'zod';
import { idSchema } from '../ids.ts';
import type { Json } from '../json.ts';
import { limits } from '../limits.ts';
import { ownershipShape } from '../sharing.ts';
import { defineEndpoints } from './endpoint.ts';
import { booleanQuery, jsonQuery } from './query.ts';

/** What stands for a stored secret where a credential is read. Sent back, it means the stored value. */
export const credentialPlaceholder = '__MILLRACE_STORED_SECRET_7f3c9a51__';

/** Where the tokens of a connected account are in a credential's data. It is read as `true`. */
export const oauthTokenField = 'oauthTokenData';

/**
 * Settings of a credential whose type belongs to no service, and could be sent to any host: `all`, `domains` or `none`, and the hosts that `domains`
 * means, with commas between them.
 */
export const hostSettings = { mode: 'allowedHttpRequestDomains', hosts: 'allowedDomains' } as const;
export const hostSettingNames: ReadonlySet<string> = new Set(Object.values(hostSettings));

/** Name of the BroadcastChannel on which the page that ends a sign-in says how it went, beside what it posts to its opener. */
export const oauthChannel = 'millrace-oauth';

/** A message on that channel. The opener gets the text `success` alone, and nothing where it failed. */
export interface OAuthResult {
  credentialId: string | null;
  result: 'success' | 'error';
  /** Why it failed, for people. */
  message?: string;
}

export const credentialNameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(limits.credentialNameMaxLength)
  .refine((name) => !name.includes('\0'), 'must not hold a null character');

const typeNameSchema = z.string().min(1).max(200);

export const credentialDataSchema = z
  .record(
    z.string().max(200),
    z.custom<Json>((value) => value !== undefined),
  )
  .describe(
    `By names of the type's fields. A secret is read as a placeholder, which stands for the stored value when it is sent back; \`${oauthTokenField}\` is read as true.`,
  );
export type CredentialFields = z.infer<typeof credentialDataSchema>;

const nodesAccessSchema = z
  .array(z.strictObject({ nodeType: z.string().max(256), date: z.string().optional() }))
  .max(2000)
  .describe('Names of the node types that may use it. All that the type supports: also those that are added later.');

export const credentialSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: z.string(),
  nodesAccess: nodesAccessSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  ...ownershipShape,
  /** Only where it is asked for. */
  data: credentialDataSchema.optional(),
});
export type Credential = z.infer<typeof credentialSchema>;

export const credentialFilterSchema = z.strictObject({ type: z.string().optional(), name: z.string().optional() });
export type CredentialFilter = z.infer<typeof credentialFilterSchema>;

/** Facts that only the server sets; they may be sent back as they were read, and count for nothing. */
const readOnly = {
  createdAt: z.unknown().optional(),
  updatedAt: z.unknown().optional(),
  ownedBy: z.unknown().optional(),
  sharedWith: z.unknown().optional(),
  permissions: z.unknown().optional(),
};

export const credentialCreateSchema = z.strictObject({
  ...readOnly,
  /** Counts for nothing. */
  id: z.string().nullish(),
  name: credentialNameSchema,
  type: typeNameSchema,
  data: credentialDataSchema,
  nodesAccess: nodesAccessSchema.optional(),
});
export type CredentialCreate = z.infer<typeof credentialCreateSchema>;

export const credentialUpdateSchema = z.strictObject({
  ...readOnly,
  id: z.string().optional(),
  name: credentialNameSchema.optional(),
  /** It cannot be changed. */
  type: typeNameSchema.optional(),
  data: credentialDataSchema.optional(),
  nodesAccess: nodesAccessSchema.optional(),
});
export type CredentialUpdate = z.infer<typeof credentialUpdateSchema>;

const credentialToTestSchema = z.strictObject({
  ...readOnly,
  /** Of a stored one, whose secrets the placeholders stand for. */
  id: z.string().nullish(),
  name: z.string().max(1000).optional(),
  type: typeNameSchema,
  data: credentialDataSchema,
  nodesAccess: nodesAccessSchema.optional(),
});
export type CredentialToTest = z.infer<typeof credentialToTestSchema>;

export const credentialTestResultSchema = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });

export const credentialUsesSchema = z.object({
  /** Those that the caller may see. */
  workflows: z.array(z.object({ id: idSchema, name: z.string(), active: z.boolean(), nodes: z.array(z.string()) })),
  /** How many others there are. */
  others: z.number(),
});
export type CredentialUses = z.infer<typeof credentialUsesSchema>;

const reads = { who: 'user', scope: 'credential:read' } as const;
const writes = { who: 'user', scope: 'credential:write' } as const;
const byId = z.strictObject({ id: idSchema });

export const credentialEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/credentials',
    summary: 'List the credentials that the caller may use, without what they hold',
    access: reads,
    query: z.strictObject({ filter: jsonQuery(credentialFilterSchema).optional() }),
    response: z.array(credentialSchema),
  },
  newName: {
    method: 'GET',
    path: '/credentials/new',
    summary: 'Get a name that no credential of the caller has yet',
    access: reads,
    query: z.strictObject({ name: z.string().max(1000).optional() }),
    response: z.object({ name: z.string() }),
  },
  get: {
    method: 'GET',
    path: '/credentials/{id}',
    summary: 'Get a credential',
    description:
      'With `includeData` also what it holds, for those who may read that; secrets are replaced by a placeholder.',
    access: reads,
    params: byId,
    query: z.strictObject({ includeData: booleanQuery.optional() }),
    response: credentialSchema,
  },
  create: {
    method: 'POST',
    path: '/credentials',
    summary: 'Store a credential',
    access: writes,
    body: credentialCreateSchema,
    response: credentialSchema,
  },
  update: {
    method: 'PATCH',
    path: '/credentials/{id}',
    summary: 'Change a credential',
    description:
      '`data` replaces what it holds; a placeholder stands for the stored secret. Where the change would let secrets go to another host, they must be sent again. A changed field gives up the connected account.',
    access: writes,
    params: byId,
    body: credentialUpdateSchema,
    response: credentialSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/credentials/{id}',
    summary: 'Delete a credential',
    access: writes,
    params: byId,
    response: z.literal(true),
  },
  test: {
    method: 'POST',
    path: '/credentials/test',
    summary: 'Try whether a credential works, stored or not',
    description: 'What is wrong with it is in the answer, which is 200 in both cases.',
    access: writes,
    body: z.union([z.strictObject({ credentials: credentialToTestSchema }), credentialToTestSchema]),
    response: credentialTestResultSchema,
  },
  uses: {
    method: 'GET',
    path: '/credentials/{id}/uses',
    summary: 'List the workflows whose nodes name a credential',
    access: reads,
    params: byId,
    response: credentialUsesSchema,
  },
});
