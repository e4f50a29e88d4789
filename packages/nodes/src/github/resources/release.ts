import { collection, text, toggle } from '../../service/field.ts';
import { operation } from '../../service/operation.ts';
import type { Resource } from '../../service/parameters.ts';
import { inRepository } from '../fields.ts';

const releaseId = text('release_id', 'Release ID', { required: true });

const details = [
  text('name', 'Name'),
  text('body', 'Body', { typeOptions: { rows: 5 } }),
  toggle('draft', 'Draft', { description: 'Whether the release is a draft' }),
  toggle('prerelease', 'Prerelease', { description: 'Whether this is a pre-release' }),
  text('target_commitish', 'Target commitish', {
    description:
      "The branch or commit to create the tag from, if it doesn't exist. Defaults to the repository's default branch.",
  }),
] as const;

export const release: Resource = {
  displayName: 'Release',
  operations: {
    create: operation({
      name: 'Create',
      action: 'Create a release',
      fields: [
        ...inRepository,
        text('releaseTag', 'Tag', { required: true, send: { in: 'body', as: 'tag_name' } }),
        collection('additionalFields', 'Additional fields', details, { send: 'body' }),
      ],
      request: 'POST /repos/{owner}/{repository}/releases',
    }),
    delete: operation({
      name: 'Delete',
      action: 'Delete a release',
      fields: [...inRepository, releaseId],
      request: 'DELETE /repos/{owner}/{repository}/releases/{release_id}',
      output: { empty: { success: true } },
    }),
    get: operation({
      name: 'Get',
      action: 'Get a release',
      fields: [...inRepository, releaseId],
      request: 'GET /repos/{owner}/{repository}/releases/{release_id}',
    }),
    getAll: operation({
      name: 'Get many',
      action: 'Get many releases',
      fields: inRepository,
      request: 'GET /repos/{owner}/{repository}/releases',
      list: { maxLimit: 100 },
    }),
    update: operation({
      name: 'Update',
      action: 'Update a release',
      fields: [
        ...inRepository,
        releaseId,
        collection('additionalFields', 'Additional fields', [...details, text('tag_name', 'Tag name')], {
          send: 'body',
        }),
      ],
      request: 'PATCH /repos/{owner}/{repository}/releases/{release_id}',
    }),
  },
};
