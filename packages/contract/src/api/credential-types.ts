import { z } from 'zod';
import { parameterDefinitionSchema } from '../parameters/schema.ts';
import { defineEndpoints } from './endpoint.ts';

/** What people fill in for a service, and what is known of that without its secrets. */
export const credentialTypeSchema = z.object({
  /** A public name, such as `githubApi`. */
  name: z.string(),
  displayName: z.string(),
  /** With those that it takes over from the types in `extends`, except what is overwritten. */
  properties: z.array(parameterDefinitionSchema),
  /** The types that it takes over fields from, near and far. */
  extends: z.array(z.string()).optional(),
  /** `file:<name>`: the picture is at `/credential-icon/{type name}`; `node:<type>`: at `/node-icon/{type}`. */
  icon: z.string().optional(),
  /** Under the documentation, or an address. */
  documentationUrl: z.string().optional(),
  /** How requests are signed, by name; missing where they are not: its fields are for the client of a database or the like. */
  authenticate: z.object({ type: z.string() }).optional(),
  /** The request that tells whether one works. */
  test: z.object({ request: z.looseObject({ url: z.string() }) }).optional(),
  /** Whether one can be tested, by that request or by a node. Those that an account is connected for cannot. */
  isTestable: z.boolean(),
  /** Not offered for new credentials. */
  hidden: z.boolean().optional(),
  /** Names of the node types that may use one: those that name it, and those that make requests of any kind. */
  supportedNodes: z.array(z.string()),
  /** Fields that whoever operates the instance has set for everyone: they are not asked for. */
  __overwrittenProperties: z.array(z.string()).optional(),
});
export type CredentialTypeDescription = z.infer<typeof credentialTypeSchema>;

export const credentialTypeEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/credential-types',
    summary: 'List the credential types, with their fields',
    access: { who: 'user', scope: 'any' },
    response: z.array(credentialTypeSchema),
  },
  translation: {
    method: 'GET',
    path: '/credential-translation',
    summary: "Get a credential type's texts in the language of the instance",
    description: 'By the English text. Nothing for English, which the types are written in.',
    access: { who: 'user', scope: 'any' },
    query: z.strictObject({ credentialType: z.string().max(200) }),
    response: z.record(z.string(), z.string()),
  },
});
