import { choice, collection, date, text } from '../../service/field.ts';
import { operation } from '../../service/operation.ts';
import type { Resource } from '../../service/parameters.ts';
import { inRepository } from '../fields.ts';

const state = choice('state', 'State', { all: 'All', closed: 'Closed', open: 'Open' }, { default: 'open' });
const direction = choice('direction', 'Direction', { asc: 'Ascending', desc: 'Descending' }, { default: 'desc' });

/** Filters of a list of issues, the same for a repository and for a user. */
export const issueFilters = [
  text('mentioned', 'Mentioned', { description: 'Only issues in which this user was mentioned' }),
  text('labels', 'Labels', { description: 'Only issues with all of these labels, with commas between' }),
  date('since', 'Updated Since', {
    description: 'Only issues that were updated then or later',
    send: { in: 'query', form: 'isoDate' },
  }),
  state,
  choice('sort', 'Sort', { created: 'Created', updated: 'Updated', comments: 'Comments' }),
  direction,
] as const;

export const repository: Resource = {
  displayName: 'Repository',
  defaultOperation: 'getIssues',
  operations: {
    get: operation({
      name: 'Get',
      action: 'Get a repository',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}',
    }),
    getIssues: operation({
      name: 'Get Issues',
      action: 'Get issues of a repository',
      fields: [
        ...inRepository,
        collection(
          'getRepositoryIssuesFilters',
          'Filters',
          [
            text('assignee', 'Assignee', { description: 'Only issues that this user is to see to' }),
            text('creator', 'Creator', { description: 'Only issues that this user has created' }),
            ...issueFilters,
          ],
          { send: 'query', placeholder: 'Add Filter' },
        ),
      ],
      request: 'GET /repos/{owner}/{repository}/issues',
      list: { maxLimit: 100 },
    }),
    getLicense: operation({
      name: 'Get License',
      action: 'Get the license of a repository',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/license',
    }),
    getProfile: operation({
      name: 'Get Profile',
      action: 'Get the profile of a repository',
      description: 'The health of its community: description, readme, license and the like',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/community/profile',
    }),
    getPullRequests: operation({
      name: 'Get Pull Requests',
      action: 'Get pull requests of a repository',
      fields: [
        ...inRepository,
        collection(
          'getRepositoryPullRequestsFilters',
          'Filters',
          [
            state,
            choice('sort', 'Sort', {
              created: 'Created',
              updated: 'Updated',
              popularity: 'Popularity',
              'long-running': 'Long-Running',
            }),
            direction,
          ],
          { send: 'query', placeholder: 'Add Filter' },
        ),
      ],
      request: 'GET /repos/{owner}/{repository}/pulls',
      list: { maxLimit: 100 },
    }),
    listPopularPaths: operation({
      name: 'List Popular Paths',
      action: 'List popular paths in a repository',
      description: 'The ten that were visited most in the last 14 days',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/traffic/popular/paths',
    }),
    listReferrers: operation({
      name: 'List Referrers',
      action: 'List the top referrers of a repository',
      description: 'The ten from which most visitors came in the last 14 days',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/traffic/popular/referrers',
    }),
  },
};
