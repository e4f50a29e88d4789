import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

const owner = { who: 'owner', scope: 'session' } as const;

/** Of the public interface, with a scope or without one. */
export const packageNameSchema = z
  .string()
  .max(214)
  .regex(
    /^(@[a-z0-9~-][a-z0-9._~-]*\/)?n8n-nodes-[a-z0-9._~-]+$/,
    'must be the name of a package of nodes, such as n8n-nodes-thing or @someone/n8n-nodes-thing',
  )
  .refine((name) => name !== 'n8n-nodes-base', 'is the name of the bundled nodes');

/** Exact: no range, and no tag such as `latest`. */
export const packageVersionSchema = z
  .string()
  .max(100)
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'must be an exact version, such as 1.2.3');

/** What code of a package can do, beside the requests that Millrace makes for it. */
export const packageReachSchema = z.enum(['files', 'programs', 'network', 'credentials']);
export type PackageReach = z.infer<typeof packageReachSchema>;

const contentsSchema = {
  nodes: z.array(z.object({ name: z.string(), displayName: z.string(), versions: z.array(z.number()) })),
  credentialTypes: z.array(z.object({ name: z.string(), displayName: z.string() })),
  reach: z.array(packageReachSchema),
  /** Why it is not in use; left out where it is. */
  problem: z.string().optional(),
};

export const installedPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  installedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  ...contentsSchema,
  /** Packages that came with it. */
  dependencies: z.number(),
  /** On the disk. */
  bytes: z.number(),
  /** Workflows with nodes of it, and of these the active ones. */
  workflows: z.number(),
  activeWorkflows: z.number(),
});
export type InstalledPackage = z.infer<typeof installedPackageSchema>;

/** The folder of own nodes of the process that answers. */
export const ownNodesSchema = z.object({ folder: z.string(), ...contentsSchema });
export type OwnNodes = z.infer<typeof ownNodesSchema>;

export const packageListSchema = z.object({
  /** False: packages are neither installed nor loaded here. */
  enabled: z.boolean(),
  packages: z.array(installedPackageSchema),
  /** What is under way in the process that answers. */
  pending: z.array(
    z.object({ name: z.string(), version: z.string(), action: z.enum(['install', 'update', 'remove']) }),
  ),
  ownNodes: ownNodesSchema.nullable(),
});
export type PackageList = z.infer<typeof packageListSchema>;

const wanted = z.strictObject({ name: packageNameSchema, version: packageVersionSchema });

export const packageEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/packages',
    summary: 'List the installed packages of nodes, with what their code can reach',
    access: owner,
    response: packageListSchema,
  },
  install: {
    method: 'POST',
    path: '/packages',
    summary: 'Install a package of nodes',
    description: 'Answers when its nodes can be used. No scripts of the package are run while it is installed.',
    access: owner,
    body: wanted,
    response: installedPackageSchema,
  },
  update: {
    method: 'PATCH',
    path: '/packages',
    summary: 'Install another version of a package in its place',
    description:
      'Executions that are under way go on with the version that they have. With the version that there is, it is installed again.',
    access: owner,
    body: wanted,
    response: installedPackageSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/packages',
    summary: 'Remove a package',
    access: owner,
    query: z.strictObject({ name: packageNameSchema }),
    response: z.object({ name: z.string() }),
  },
});
