import { hasLettersInOrder, startsAWord } from '@millrace/contract/search';

/**
 * How well a text fits what is searched; smaller is better, infinite: not at all. Every word has to be in it; the first letters of a word count more
 * than what is inside one, and letters in their order (`htrq` for HTTP Request) least.
 */
export const rankText = (text: string, query: string): number => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = text.toLowerCase();
  return words.reduce((worst, word) => Math.max(worst, rankOfWord(whole, word)), 0);
};

const rankOfWord = (text: string, word: string): number => {
  if (text === word) return 0;
  if (text.startsWith(word)) return 1;
  if (startsAWord(text, word)) return 2;
  if (text.includes(word)) return 4;
  return word.length >= 3 && hasLettersInOrder(text, word) ? 12 : Number.POSITIVE_INFINITY;
};
