import { choice, collection, number, text } from '../../service/field.ts';
import { operation } from '../../service/operation.ts';
import type { Resource } from '../../service/parameters.ts';
import { inRepository } from '../fields.ts';

const pullRequest = number('pullRequestNumber', 'PR number', { required: true });
const reviewId = text('reviewId', 'Review ID', { required: true });

const events: Readonly<Record<string, string | undefined>> = {
  approve: 'APPROVE',
  requestChanges: 'REQUEST_CHANGES',
  comment: 'COMMENT',
};

export const review: Resource = {
  displayName: 'Review',
  operations: {
    create: operation({
      name: 'Create',
      action: 'Create a review',
      fields: [
        ...inRepository,
        pullRequest,
        choice(
          'event',
          'Event',
          { approve: 'Approve', requestChanges: 'Request change', comment: 'Comment', pending: 'Pending' },
          // A review that says nothing of it is pending.
          { send: { in: 'body', map: (value) => events[String(value)] } },
        ),
        text('body', 'Body', {
          displayOptions: { show: { event: ['requestChanges', 'comment'] } },
          send: 'body',
          description: 'The text of the review',
        }),
        collection('additionalFields', 'Additional fields', [
          text('commitId', 'Commit ID', {
            description: 'The commit to review. Defaults to the latest.',
            send: { in: 'body', as: 'commit_id' },
          }),
        ]),
      ],
      request: 'POST /repos/{owner}/{repository}/pulls/{pullRequestNumber}/reviews',
    }),
    get: operation({
      name: 'Get',
      action: 'Get a review',
      fields: [...inRepository, pullRequest, reviewId],
      request: 'GET /repos/{owner}/{repository}/pulls/{pullRequestNumber}/reviews/{reviewId}',
    }),
    getAll: operation({
      name: 'Get many',
      action: 'Get many reviews',
      fields: [...inRepository, pullRequest],
      request: 'GET /repos/{owner}/{repository}/pulls/{pullRequestNumber}/reviews',
      list: { maxLimit: 100 },
    }),
    update: operation({
      name: 'Update',
      action: 'Update a review',
      fields: [...inRepository, pullRequest, reviewId, text('body', 'Body', { send: 'body' })],
      request: 'PUT /repos/{owner}/{repository}/pulls/{pullRequestNumber}/reviews/{reviewId}',
    }),
  },
};
