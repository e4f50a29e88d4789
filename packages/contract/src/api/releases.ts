import { z } from 'zod';
import { releaseSchema } from '../release.ts';
import { defineEndpoints } from './endpoint.ts';

export const releaseEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/version-feed',
    summary: 'List the running version of Millrace and those that are newer, as far as this instance knows',
    description:
      'The feed that editors read unless MILLRACE_VERSION_FEED_URL names another one; MILLRACE_VERSION_FEED_FILE adds to it. A feed is asked with the header `x-instance-version`, and its answer has no envelope.',
    access: { who: 'user', scope: 'any' },
    response: z.array(releaseSchema),
    raw: true,
  },
});
