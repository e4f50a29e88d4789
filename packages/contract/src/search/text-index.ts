import { isNearlyAWord } from './fit.ts';
import { sameAs } from './same-words.ts';
import { stemOf, tellingWords, wordsOf } from './words.ts';

/** A text of what is searched, and how much a word in it counts. */
export interface SearchedText {
  text: string;
  weight: number;
}

export interface Found<T> {
  one: T;
  score: number;
  /** How many of the words that were looked for it has. */
  words: number;
}

export interface Search<T> {
  /** How many words were looked for. */
  words: number;
  /** Those that have one of the words at least, the best first; equals in the order in which they were given. */
  found: Found<T>[];
  /** Words of texts that were found, plain. */
  terms: ReadonlySet<string>;
}

/** How much a word of a text counts that is not itself what was typed. */
const match = { whole: 1, number: 0.95, beginning: 0.6, inside: 0.4, nearly: 0.35 } as const;
/** How much another word of the same meaning counts. */
const otherWord = 0.6;
/** How much more a first text counts that has all words beside each other. */
const phrase = 1.5;
const leastInside = 4;
const leastNearly = 4;

const hasDigit = (word: string): boolean => /\d/.test(word);

/**
 * Finds texts by words: those that have more of them, rare words before common ones, names before texts, whole words before beginnings and parts. A word that is nowhere is taken
 * for a mistyped one, or for two.
 *
 * @param textsOf of one of them; the first is its name
 * @param options.factorOf how much more one counts than others
 * @param options.isLengthCounted a word counts less in a long text, where it stands more easily; false where texts are about as long, and equals are to
 *   stay in their order
 */
export const createTextIndex = <T>(
  all: readonly T[],
  textsOf: (one: T) => readonly SearchedText[],
  { factorOf = () => 1, isLengthCounted = false }: { factorOf?: (one: T) => number; isLengthCounted?: boolean } = {},
): ((query: string) => Search<T>) => {
  const postings = new Map<string, Map<number, number>>();
  const lengths: number[] = [];
  const names: string[] = [];
  all.forEach((one, index) => {
    const counts = new Map<string, number>();
    textsOf(one).forEach(({ text, weight }, place) => {
      const words = wordsOf(text);
      if (place === 0) names[index] = ` ${words.join(' ')}`;
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
    });
    lengths.push([...counts.values()].reduce((sum, count) => sum + count, 0));
    for (const [term, count] of counts) {
      const known = postings.get(term) ?? new Map<number, number>();
      postings.set(term, known.set(index, count));
    }
  });
  const usualLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const terms = [...postings.keys()].map((term) => ({ term, stem: stemOf(term) }));

  /** Words of texts that fit one that is looked for, with how well they do. */
  const fittingTerms = (word: string): Map<string, number> => {
    const stem = stemOf(word);
    const others = sameAs(stem);
    const fitting = new Map<string, number>();
    for (const { term, stem: own } of terms) {
      const quality = qualityOf(term, own, word, stem);
      if (quality > 0) fitting.set(term, quality);
      else if (others.has(own)) fitting.set(term, otherWord);
    }
    if (fitting.size === 0 && word.length >= leastNearly && !hasDigit(word)) {
      for (const { term } of terms) if (isNearlyAWord(term, word)) fitting.set(term, match.nearly);
    }
    return fitting;
  };

  const scoresOfTerms = (fitting: ReadonlyMap<string, number>): Map<number, number> => {
    const fits = new Map<number, { best: number; count: number }>();
    for (const [term, quality] of fitting) {
      for (const [index, count] of postings.get(term)!) {
        const known = fits.get(index) ?? { best: 0, count: 0 };
        fits.set(index, { best: Math.max(known.best, quality), count: known.count + quality * count });
      }
    }
    const rarity = Math.log(1 + all.length / fits.size);
    return new Map(
      [...fits].map(([index, { best, count }]) => {
        const others = isLengthCounted ? lengths[index]! / usualLength : 1;
        return [index, (best * rarity * count) / (count + 1 + others)];
      }),
    );
  };

  /** `website` where texts have `web site`. */
  const scoresOfParts = (word: string): { scores: Map<number, number>; parts: string[] } => {
    for (let at = 2; at <= word.length - 2; at += 1) {
      const parts = [word.slice(0, at), word.slice(at)];
      const [first, second] = parts.map((part) => postings.get(part));
      if (!first || !second) continue;
      const both = [...first.keys()].filter((index) => second.has(index));
      if (both.length > 0) return { scores: new Map(both.map((index) => [index, match.inside])), parts };
    }
    return { scores: new Map(), parts: [] };
  };

  return (query) => {
    const words = tellingWords(query);
    const whole = ` ${words.join(' ')}`;
    const found = new Map<number, { score: number; words: number }>();
    const used = new Set<string>();
    for (const word of words) {
      const fitting = fittingTerms(word);
      const { scores, parts } =
        fitting.size > 0 ? { scores: scoresOfTerms(fitting), parts: fitting.keys() } : scoresOfParts(word);
      for (const term of parts) used.add(term);
      for (const [index, score] of scores) {
        const known = found.get(index) ?? { score: 0, words: 0 };
        found.set(index, { score: known.score + score, words: known.words + 1 });
      }
    }
    const scored = [...found].map(([index, { score, words: count }]) => {
      const isPhrase = words.length > 1 && names[index]!.includes(whole);
      const share = count / words.length;
      return { index, words: count, score: score * share ** 2 * factorOf(all[index]!) * (isPhrase ? phrase : 1) };
    });
    return {
      words: words.length,
      found: scored
        .sort((a, b) => b.score - a.score || a.index - b.index)
        .map(({ index, ...rest }) => ({ one: all[index]!, ...rest })),
      terms: used,
    };
  };
};

const qualityOf = (term: string, stem: string, word: string, stemOfWord: string): number => {
  if (term === word) return match.whole;
  if (stem === stemOfWord) return match.number;
  if (word.length >= 2 && term.startsWith(word)) return match.beginning;
  return word.length >= leastInside && !hasDigit(word) && term.includes(word) ? match.inside : 0;
};
