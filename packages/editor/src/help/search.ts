import { createTextIndex, plain } from '@millrace/contract/search';

/** A part of the documentation that is found by itself. */
export interface SearchedSection {
  /** Of the page, below `/help/`. */
  address: string;
  /** Of the section within it; empty at the top. */
  slug: string;
  page: string;
  title: string;
  text: string;
  /** For those who change Millrace or build nodes: comes after what answers users. */
  isForDevelopers?: boolean;
  /** Further words that find it, as names. */
  words?: string;
}

export interface FoundSection extends SearchedSection {
  score: number;
  /** What stands around the first of the words that were found; every second part is one of them. */
  excerpt: readonly string[];
}

const weights = { page: 5, title: 6, words: 5, text: 1 } as const;
/** How much more a whole page counts than a section of one. */
const topOfPage = 1.4;
const forDevelopers = 0.5;
/** Of a lesson, whose matter is told in full elsewhere. */
const ofCourse = 0.9;

const most = 40;
const excerptLength = 150;
const before = 50;

export const createSearch = (sections: readonly SearchedSection[]): ((query: string) => FoundSection[]) => {
  const search = createTextIndex(
    sections,
    ({ title, page, words = '', text }) => [
      { text: title, weight: weights.title },
      { text: page, weight: weights.page },
      { text: words, weight: weights.words },
      { text, weight: weights.text },
    ],
    {
      factorOf: ({ address, slug, isForDevelopers }) =>
        (slug === '' ? topOfPage : 1) *
        (isForDevelopers ? forDevelopers : 1) *
        (address.startsWith('course/') ? ofCourse : 1),
      isLengthCounted: true,
    },
  );
  return (query) => {
    const { found, terms } = search(query);
    return found.slice(0, most).map(({ one, score }) => ({ ...one, score, excerpt: excerptOf(one.text, terms) }));
  };
};

const excerptOf = (text: string, terms: ReadonlySet<string>): string[] => {
  const pieces = text.split(/([\p{L}\p{N}]+)/u);
  const isFound = pieces.map((piece, index) => index % 2 === 1 && terms.has(plain(piece)));
  const first = Math.max(0, isFound.indexOf(true));
  let start = first;
  for (let length = 0; start > 0 && length < before; start -= 1) length += pieces[start - 1]!.length;
  const parts = [start > 0 ? '…' : ''];
  let length = 0;
  for (let index = start; index < pieces.length && length < excerptLength; index += 1) {
    const piece = pieces[index]!;
    length += piece.length;
    if (isFound[index]) parts.push(piece, '');
    else parts[parts.length - 1] += piece;
  }
  return parts;
};
