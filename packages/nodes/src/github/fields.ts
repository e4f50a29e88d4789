import { locator } from '../service/field.ts';

const names = '([-_0-9a-zA-Z]+)';

export const owner = locator(
  'owner',
  'Repository owner',
  {
    list: 'getUsers',
    url: { regex: `https://github\\.com/${names}`, placeholder: 'https://github.com/octocat' },
    name: { placeholder: 'octocat', regex: '[-_a-zA-Z0-9]+' },
  },
  { required: true },
);

export const repository = locator(
  'repository',
  'Repository name',
  {
    list: 'getRepositories',
    url: {
      regex: `https://github\\.com/${names.replace('(', '(?:')}/([-_.0-9a-zA-Z]+)`,
      placeholder: 'https://github.com/octocat/hello-world',
    },
    name: { placeholder: 'hello-world', regex: '[-_.0-9a-zA-Z]+' },
  },
  { required: true },
);

/** What most operations are about. */
export const inRepository = [owner, repository] as const;

/** Entries as the public format stores them: `[{ label: 'bug' }]`; one alone, or none, may be an object. */
export const entryValues =
  (key: string) =>
  (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value])
      .map((entry: unknown) => (typeof entry === 'object' && entry !== null ? Reflect.get(entry, key) : entry))
      .filter((entry): entry is string => typeof entry === 'string' && entry !== '');
