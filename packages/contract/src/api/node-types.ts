import { z } from 'zod';
import { nodeTypeDescriptionSchema } from '../node-type-schema.ts';
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
  describe: {
    method: 'POST',
    path: '/node-types',
    summary: 'Get the full descriptions of node types',
    description: 'In the order in which they are named; unknown ones are left out.',
    access: { who: 'user', scope: 'any' },
    body: z.strictObject({ nodeInfos: z.array(z.strictObject({ name: z.string(), version: z.number() })).max(1000) }),
    response: z.array(nodeTypeDescriptionSchema),
  },
});
