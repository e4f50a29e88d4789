import { choice, collection, text } from '../../service/field.ts';
import { operation } from '../../service/operation.ts';
import type { Resource } from '../../service/parameters.ts';
import { owner } from '../fields.ts';
import { issueFilters } from './repository.ts';

export const user: Resource = {
  displayName: 'User',
  operations: {
    getRepositories: operation({
      name: 'Get repositories',
      action: "Get a user's repositories",
      fields: [owner],
      request: 'GET /users/{owner}/repos',
      list: { maxLimit: 100 },
    }),
    getUserIssues: operation({
      name: 'Get issues',
      action: 'Get issues assigned to the user of the credential',
      fields: [
        collection('getUserIssuesFilters', 'Filters', issueFilters, { send: 'query', placeholder: 'Add filter' }),
      ],
      request: 'GET /issues',
      list: { maxLimit: 100 },
    }),
    invite: operation({
      name: 'Invite',
      action: 'Invite a user',
      description: 'Invite someone to an organization',
      fields: [
        text('organization', 'Organization', { required: true }),
        text('email', 'Email', { required: true, placeholder: 'name@email.com', send: 'body' }),
      ],
      request: 'POST /orgs/{organization}/invitations',
    }),
  },
};

export const organization: Resource = {
  displayName: 'Organization',
  operations: {
    getRepositories: operation({
      name: 'Get repositories',
      action: 'Get repositories for an organization',
      fields: [owner],
      request: 'GET /orgs/{owner}/repos',
      list: { maxLimit: 100 },
    }),
  },
};

export const search: Resource = {
  displayName: 'Search',
  operations: {
    searchRepositories: operation({
      name: 'Search repositories',
      action: 'Search repositories globally',
      fields: [
        text('query', 'Search query', {
          required: true,
          placeholder: 'language:javascript stars:>1000',
          send: { in: 'query', as: 'q' },
        }),
        choice(
          'sort',
          'Sort by',
          {
            'best-match': 'Best match',
            stars: 'Stars',
            forks: 'Forks',
            'help-wanted-issues': 'Help wanted issues',
            updated: 'Updated',
          },
          { send: { in: 'query', map: (value) => (value === 'best-match' ? undefined : value) } },
        ),
        choice('order', 'Order', { desc: 'Descending', asc: 'Ascending' }, { send: 'query' }),
      ],
      request: 'GET /search/repositories',
      list: { limit: 30 },
      output: { root: 'items' },
    }),
  },
};
