import type { ServiceList } from '../service/lists.ts';

const searchPages = { style: 'page', page: 'page', size: 'per_page', max: 100 } as const;

/** Search does not answer without words; those of nobody in particular find the best known. */
const search = (
  line: 'GET /search/users' | 'GET /search/repositories',
  key: string,
  query: (filter: string, owner: string) => string,
) =>
  (async (tools, { filter, page }) => {
    const owner = key === 'name' ? String(tools.value('owner') ?? '') : '';
    const { elements, next } = await tools.listPage(
      line,
      { query: { q: query(filter ?? '', owner) } },
      { root: 'items', paging: searchPages, token: page === undefined ? undefined : Number(page) },
    );
    const results = elements.map((element) => {
      const found = element as Record<string, string>;
      return { name: found[key]!, value: found[key]!, url: found.html_url };
    });
    return { results, ...(next !== undefined && { nextPage: String(next) }) };
  }) satisfies ServiceList;

export const githubLists: Readonly<Record<string, ServiceList>> = {
  getUsers: search('GET /search/users', 'login', (filter) => filter || 'type:user'),
  getRepositories: search('GET /search/repositories', 'name', (filter, owner) =>
    `${filter} user:${owner} fork:true`.trim(),
  ),
  getWorkflows: {
    request: 'GET /repos/{owner}/{repository}/actions/workflows',
    root: 'workflows',
    name: 'name',
    value: 'id',
    url: 'https://github.com/{owner}/{repository}/actions/workflows/{value}',
  },
  getRefs: {
    request: 'GET /repos/{owner}/{repository}/branches',
    name: 'name',
    value: 'name',
  },
};
