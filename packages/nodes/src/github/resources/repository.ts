import { choice, collection, date, text } from '../../service/field.ts';
import { operation } from '../../service/operation.ts';
import type { Resource } from '../../service/parameters.ts';
import { inRepository } from '../fields.ts';

const state = choice('state', 'State', { all: 'All', closed: 'Closed', open: 'Open' }, { default: 'open' });
const direction = choice('direction', 'Direction', { asc: 'Ascending', desc: 'Descending' }, { default: 'desc' });

/** Filters of a list of issues, the same for a repository and for a user. */
export const issueFilters = [
  text('mentioned', 'Mentioned', { description: 'Only return issues in which this user is mentioned' }),
  text('labels', 'Labels', { description: 'Only return issues with all of these labels, separated by commas' }),
  date('since', 'Updated since', {
    description: 'Only return issues updated at or after this time',
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
      name: 'Get issues',
      action: 'Get issues of a repository',
      fields: [
        ...inRepository,
        collection(
          'getRepositoryIssuesFilters',
          'Filters',
          [
            text('assignee', 'Assignee', { description: 'Only return issues assigned to this user' }),
            text('creator', 'Creator', { description: 'Only return issues created by this user' }),
            ...issueFilters,
          ],
          { send: 'query', placeholder: 'Add filter' },
        ),
      ],
      request: 'GET /repos/{owner}/{repository}/issues',
      list: { maxLimit: 100 },
    }),
    getLicense: operation({
      name: 'Get license',
      action: 'Get the license of a repository',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/license',
    }),
    getProfile: operation({
      name: 'Get profile',
      action: 'Get the profile of a repository',
      description: 'Get the community profile: description, readme, license and so on',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/community/profile',
    }),
    getPullRequests: operation({
      name: 'Get pull requests',
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
              'long-running': 'Long-running',
            }),
            direction,
          ],
          { send: 'query', placeholder: 'Add filter' },
        ),
      ],
      request: 'GET /repos/{owner}/{repository}/pulls',
      list: { maxLimit: 100 },
    }),
    listPopularPaths: operation({
      name: 'List popular paths',
      action: 'List popular paths in a repository',
      description: 'Get the ten most visited paths of the last 14 days',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/traffic/popular/paths',
    }),
    listReferrers: operation({
      name: 'List referrers',
      action: 'List the top referrers of a repository',
      description: 'Get the ten sites that sent the most visitors in the last 14 days',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/traffic/popular/referrers',
    }),
  },
};
