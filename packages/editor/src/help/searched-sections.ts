import type { NodeTypeDescription } from '@millrace/contract';
import { expressionReference } from '@millrace/engine/expression-reference';
import { type HelpDocumentation, sectionsOf } from './documentation.ts';
import { livePages } from './live-pages.ts';
import { plainText } from './plain-text.ts';
import type { SearchedSection } from './search.ts';

/** Everything that the search goes through: pages section by section, what expressions are made of, and nodes of installed packages. */
export const searchedSections = (
  { pages, groups }: HelpDocumentation,
  types: readonly NodeTypeDescription[],
): SearchedSection[] => {
  const forUsers = new Set(
    groups.filter(({ title }) => title !== 'Build').flatMap((group) => group.pages.map(({ address }) => address)),
  );
  const isForDevelopers = (address: string): boolean => !forUsers.has(address) && !address.startsWith('nodes/');
  const latest = latestOf(types);
  const wordsFor = new Map(
    latest.map(({ name, displayName, aliases, codex }) => [
      `nodes/${name}`,
      [displayName, ...aliases.map(withoutPackage), ...(codex?.alias ?? [])].join(' '),
    ]),
  );
  const written = [...pages.values()]
    .filter(({ address }) => address !== '')
    .flatMap((page) =>
      sectionsOf(page).map(({ title, slug, text }) => ({
        address: page.address,
        slug,
        page: page.title,
        title,
        text: plainText(text),
        isForDevelopers: isForDevelopers(page.address),
        words: slug === '' ? wordsFor.get(page.address) : undefined,
      })),
    );
  const [expressions] = livePages();
  const functions = expressionReference.flatMap(({ title, entries }) =>
    entries.map(({ name, signature, description, example = '' }) => ({
      address: 'expressions',
      slug: entrySlug(title, name),
      page: expressions!.title,
      title: signature,
      text: `${description} ${example}`,
      words: name,
    })),
  );
  const described = latest
    .filter(({ name }) => !pages.has(`nodes/${name}`))
    .map(({ name, displayName, description }) => ({
      address: `nodes/${name}`,
      slug: '',
      page: displayName,
      title: displayName,
      text: description,
      words: wordsFor.get(`nodes/${name}`),
    }));
  const live = livePages().map(({ address, title, summary }) => ({
    address,
    slug: '',
    page: title,
    title,
    text: summary,
  }));
  return [...written, ...functions, ...described, ...live];
};

const withoutPackage = (type: string): string => type.slice(type.lastIndexOf('.') + 1);

/** Of the reference of expressions. */
export const entrySlug = (section: string, name: string): string => `${section} ${name}`.replace(/[^\w$]+/g, '-');

/** The types that people choose among, in the version that new nodes have. */
export const latestOf = (types: readonly NodeTypeDescription[]): NodeTypeDescription[] =>
  types.filter(({ version, defaultVersion, hidden }) => version === defaultVersion && !hidden);
