import { z } from 'zod';
import { languages } from '../languages.ts';
import { nodeActionSchema, nodeTypeDescriptionSchema } from '../node-type-schema.ts';
import { defineEndpoints } from './endpoint.ts';
import { booleanQuery } from './query.ts';

export const nodeTypeEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/node-types',
    summary: 'List the node types, without their parameters',
    description: 'One entry for each version; with `onlyLatest` for the default version only.',
    access: { who: 'user', scope: 'any' },
    query: z.strictObject({ onlyLatest: booleanQuery.optional() }),
    response: z.array(nodeTypeDescriptionSchema),
  },
  actions: {
    method: 'GET',
    path: '/node-actions',
    summary: 'List what nodes can be set to do',
    description:
      'The operations of the default version of each type that is not hidden, with the parameters that choose them.',
    access: { who: 'user', scope: 'any' },
    response: z.array(nodeActionSchema),
  },
  describe: {
    method: 'POST',
    path: '/node-types',
    summary: 'Get the full descriptions of node types',
    description: 'In the order in which they are named; unknown ones are left out.',
    access: { who: 'user', scope: 'any' },
    body: z.strictObject({ nodeInfos: z.array(z.strictObject({ name: z.string(), version: z.number() })).max(1000) }),
    response: z.array(nodeTypeDescriptionSchema),
  },
  texts: {
    method: 'GET',
    path: '/node-texts',
    summary: 'Get the texts of node types and credential types in a language',
    description: 'By the English text. Nothing for English, which the types are written in.',
    access: { who: 'user', scope: 'any' },
    query: z.strictObject({ language: z.enum(languages) }),
    response: z.record(z.string(), z.string()),
  },
  translationHeaders: {
    method: 'GET',
    path: '/node-translation-headers',
    summary: 'Get the names and descriptions of node types in the language of the instance',
    description: 'Nothing for English, which the types are written in.',
    access: { who: 'user', scope: 'any' },
    response: z.record(z.string(), z.object({ displayName: z.string(), description: z.string() })),
  },
});
