import { expect, test } from 'vitest';
import { documentationForTest } from './documentation-for-test.ts';
import { createSearch } from './search.ts';
import { searchedSections } from './searched-sections.ts';

const search = createSearch(searchedSections(documentationForTest, []));
const firstOf = (query: string, count = 3) =>
  search(query)
    .slice(0, count)
    .map(({ address }) => address);

test.each([
  ['webhook', 'guides/webhooks'],
  ['wehbook', 'guides/webhooks'],
  ['reverse proxy', 'guides/reverse-proxy'],
  ['storageUnavailable', 'errors'],
  ['1009', 'errors'],
  ['MILLRACE_SMTP_HOST', 'configuration'],
  ['toUpperCase', 'expressions'],
  ['http request', 'nodes/core.httpRequest'],
  ['shortcuts', 'shortcuts'],
  ['invite users', 'guides/users'],
  ['change language', 'guides/editor'],
  ['forgot password', 'guides/users'],
  ['share a workflow', 'guides/organize-workflows'],
  ['how do I back up', 'guides/operate'],
  ['how long are executions kept', 'guides/operate'],
  ['import workflow from n8n', 'guides/import-workflows'],
  ['Passwort vergessen', 'guides/users'],
  ['Benutzer einladen', 'guides/users'],
  ['Anmeldedaten', 'guides/credentials'],
  ['Wie kann ich eine Datei lesen?', 'nodes/core.readWriteFile'],
  ['Sprache', 'guides/editor'],
])('%s finds %s among the first', (query, address) => {
  expect(firstOf(query)).toContain(address);
});

test('a section is found at its place on the page', () => {
  expect(search('callers who hang up')[0]).toMatchObject({ address: 'guides/webhooks', slug: 'the-answer' });
});

test('the excerpt shows where a word was found, accents aside', () => {
  const find = createSearch([
    { address: 'a', slug: '', page: 'A', title: 'A', text: `${'word '.repeat(40)}in the café of Oslo, and more` },
    { address: 'b', slug: '', page: 'B', title: 'B', text: 'nothing' },
  ]);
  const [found, ...others] = find('cafe oslo');
  expect(others).toEqual([]);
  expect(found!.excerpt.filter((_, index) => index % 2 === 1)).toEqual(['café', 'Oslo']);
  expect(found!.excerpt[0]).toMatch(/^…/);
});

test('what has all words comes before what has one of them often', () => {
  const section = (address: string, text: string) => ({ address, slug: '', page: address, title: address, text });
  const find = createSearch([
    section('often', 'data data data data data'),
    section('both', 'a table of data'),
    section('one', 'a table'),
  ]);
  expect(find('data table').map(({ address }) => address)).toEqual(['both', 'often', 'one']);
  expect(find('')).toEqual([]);
  expect(find('xyzzy')).toEqual([]);
});
