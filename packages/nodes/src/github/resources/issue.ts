import { choice, collection, number, text } from '../../service/field.ts';
import { operation } from '../../service/operation.ts';
import type { Resource } from '../../service/parameters.ts';
import { entryValues, inRepository } from '../fields.ts';

const issueNumber = number('issueNumber', 'Issue number', { required: true });

/** A list of names, which the public format stores as entries of one field. */
const nameList = <const N extends string>(name: N, displayName: string, key: string, label: string) => ({
  ...collection(name, displayName, [text(key, label)], {
    typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${label}` },
    send: { in: 'body', as: name, map: entryValues(key) },
  }),
  default: { [key]: '' },
});

const labels = nameList('labels', 'Labels', 'label', 'Label');
const assignees = nameList('assignees', 'Assignees', 'assignee', 'Assignee');
const body = text('body', 'Body', { typeOptions: { rows: 5 }, send: 'body' });

export const issue: Resource = {
  displayName: 'Issue',
  operations: {
    create: operation({
      name: 'Create',
      action: 'Create an issue',
      fields: [...inRepository, text('title', 'Title', { required: true, send: 'body' }), body, labels, assignees],
      request: 'POST /repos/{owner}/{repository}/issues',
    }),
    createComment: operation({
      name: 'Create comment',
      action: 'Create a comment on an issue',
      fields: [...inRepository, issueNumber, body],
      request: 'POST /repos/{owner}/{repository}/issues/{issueNumber}/comments',
    }),
    edit: operation({
      name: 'Edit',
      action: 'Edit an issue',
      fields: [
        ...inRepository,
        issueNumber,
        collection(
          'editFields',
          'Edit Fields',
          [
            assignees,
            body,
            labels,
            choice('state', 'State', { closed: 'Closed', open: 'Open' }, { default: 'open' }),
            choice('state_reason', 'State reason', {
              completed: 'Completed',
              not_planned: 'Not planned',
              reopened: 'Reopened',
            }),
            text('title', 'Title'),
          ],
          { send: 'body' },
        ),
      ],
      request: 'PATCH /repos/{owner}/{repository}/issues/{issueNumber}',
    }),
    get: operation({
      name: 'Get',
      action: 'Get an issue',
      fields: [...inRepository, issueNumber],
      request: 'GET /repos/{owner}/{repository}/issues/{issueNumber}',
    }),
    lock: operation({
      name: 'Lock',
      action: 'Lock an issue',
      fields: [
        ...inRepository,
        issueNumber,
        choice(
          'lockReason',
          'Lock reason',
          { 'off-topic': 'Off-topic', 'too heated': 'Too heated', resolved: 'Resolved', spam: 'Spam' },
          { default: 'resolved' },
        ),
      ],
      run: async ({ request, value, withFiles, item }) => {
        const body = { lock_reason: value('lockReason') };
        await request('PUT /repos/{owner}/{repository}/issues/{issueNumber}/lock', { body });
        return withFiles(item.json, item.binary ?? {});
      },
    }),
  },
};
