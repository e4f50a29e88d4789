import { z } from 'zod';
import type { NodeTypeDescription } from '../node-type.ts';
import { defineEndpoints } from './endpoint.ts';
import { booleanQuery } from './query.ts';

export const nodeTypeEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/node-types',
    summary: 'Every node type, one entry a version (onlyLatest: the default version only), without parameters',
    access: 'user',
    query: z.strictObject({ onlyLatest: booleanQuery.optional() }),
    response: z.array(z.custom<NodeTypeDescription>()),
  },
  describe: {
    method: 'POST',
    path: '/node-types',
    summary: 'Full descriptions of the named types, in that order; unknown ones are left out',
    access: 'user',
    body: z.strictObject({ nodeInfos: z.array(z.strictObject({ name: z.string(), version: z.number() })).max(1000) }),
    response: z.array(z.custom<NodeTypeDescription>()),
  },
});
