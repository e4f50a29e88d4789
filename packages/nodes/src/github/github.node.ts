import { defineService } from '../service/define-service.ts';
import { githubConnection } from './connection.ts';
import { githubLists } from './lists.ts';
import { file } from './resources/file.ts';
import { issue } from './resources/issue.ts';
import { organization, search, user } from './resources/people.ts';
import { release } from './resources/release.ts';
import { repository } from './resources/repository.ts';
import { review } from './resources/review.ts';
import { workflow } from './resources/workflow.ts';

export const github = defineService({
  name: 'service.github',
  displayName: 'GitHub',
  description: 'Manages repositories, files, issues, releases, reviews and workflows on GitHub',
  aliases: ['n8n-nodes-base.github'],
  versions: [1, 1.1],
  defaultVersion: 1.1,
  color: '#6f7a8c',
  category: 'Development',
  words: ['git', 'repository', 'issue', 'pull request', 'release', 'code'],
  connection: githubConnection,
  resources: { file, issue, organization, release, repository, review, search, user, workflow },
  defaultResource: 'issue',
  lists: githubLists,
});
