import { isNearlyAWord } from '../ui/rank-text.ts';

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
/** How much a word of a text counts that is not, but begins with or is nearly what was typed. */
const match = { whole: 1, number: 0.95, beginning: 0.6, nearly: 0.35 } as const;
/** How much more a whole page counts than a section of one. */
const topOfPage = 1.4;
const forDevelopers = 0.5;

/** Words of questions, which say nothing of what is asked for. */
const fillers = new Set(
  'a an and are be can do does for how i in is it my of on or the to what when where with'.split(' '),
);

const most = 40;
const excerptLength = 150;
const before = 50;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const termsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

type Postings = Map<string, Map<number, number>>;

/** Finds sections by words: all of them where that is possible, rare words before common ones, names before texts, mistyped words last. */
export const createSearch = (sections: readonly SearchedSection[]): ((query: string) => FoundSection[]) => {
  const postings: Postings = new Map();
  const lengths: number[] = [];
  sections.forEach((section, index) => {
    const counts = new Map<string, number>();
    for (const [field, weight] of Object.entries(weights)) {
      for (const term of termsOf(section[field as keyof typeof weights] ?? ''))
        counts.set(term, (counts.get(term) ?? 0) + weight);
    }
    lengths.push([...counts.values()].reduce((all, count) => all + count, 0));
    for (const [term, count] of counts) {
      const known = postings.get(term) ?? new Map<number, number>();
      postings.set(term, known.set(index, count));
    }
  });
  const terms = [...postings.keys()];
  const usualLength = lengths.reduce((all, length) => all + length, 0) / Math.max(1, lengths.length);

  /** How well each section fits one word. */
  const scoresOf = (word: string): Map<number, number> => {
    const scores = new Map<number, number>();
    for (const term of terms) {
      const quality = qualityOf(term, word);
      if (quality === 0) continue;
      const known = postings.get(term)!;
      const rarity = Math.log(1 + sections.length / known.size);
      for (const [index, count] of known) {
        const { slug, isForDevelopers } = sections[index]!;
        const place = (slug === '' ? topOfPage : 1) * (isForDevelopers ? forDevelopers : 1);
        // In a long text a word stands more easily.
        const often = count / (count + 1 + lengths[index]! / usualLength);
        const score = quality * rarity * place * often;
        scores.set(index, Math.max(scores.get(index) ?? 0, score));
      }
    }
    return scores;
  };

  return (query) => {
    const asked = [...new Set(termsOf(query))];
    const telling = asked.filter((word) => !fillers.has(word));
    const words = telling.length > 0 ? telling : asked;
    const found = new Map<number, { score: number; words: number }>();
    for (const word of words) {
      for (const [index, score] of scoresOf(word)) {
        const known = found.get(index) ?? { score: 0, words: 0 };
        found.set(index, { score: known.score + score, words: known.words + 1 });
      }
    }
    return [...found]
      .sort(([, a], [, b]) => b.words - a.words || b.score - a.score)
      .slice(0, most)
      .map(([index, { score }]) => {
        const section = sections[index]!;
        return { ...section, score, excerpt: excerptOf(section.text, words) };
      });
  };
};

const qualityOf = (term: string, word: string): number => {
  if (term === word) return match.whole;
  if (term === `${word}s` || word === `${term}s`) return match.number;
  if (word.length >= 2 && term.startsWith(word)) return match.beginning;
  // A number with another digit is another number.
  return word.length >= 4 && !/\d/.test(word) && isNearlyAWord(term, word) ? match.nearly : 0;
};

const excerptOf = (text: string, words: readonly string[]): string[] => {
  const pieces = text.split(/([\p{L}\p{N}]+)/u);
  const isFound = pieces.map(
    (piece, index) => index % 2 === 1 && words.some((word) => qualityOf(plain(piece), word) > 0),
  );
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
