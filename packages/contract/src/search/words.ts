/* Words as people type them, and how they fit those of a text. What is searched anywhere in the product is compared by these. */

/** In lower case and without accents. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** The words of a text, plain. */
export const wordsOf = (text: string): string[] =>
  plain(text)
    .replaceAll(/\be-mail/g, 'email')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Words of questions, which say nothing of what is looked for. */
const fillers = new Set(
  `a an and are be can do does for how i if in is it every my of on or the to what when where with
  auf das dem den der des die ein eine einem einen ich im in ist jede jeden jedes kann man mein meine mit oder und von was wenn wie wo zu zum zur`.split(
    /\s+/,
  ),
);

/** What is looked for: without words that say nothing, unless there are no others. */
export const tellingWords = (query: string): string[] => {
  const asked = [...new Set(wordsOf(query))];
  const telling = asked.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : asked;
};

const leastStem = 4;
const shorten = (word: string, ending: RegExp): string => {
  const shorter = word.replace(ending, '');
  return shorter.length >= leastStem ? shorter : word;
};

/** The same for a word and its plural, in English and German. Not a word itself. */
export const stemOf = (word: string): string => shorten(shorten(word, /(?<=[^s])s$/), /(?:ien|ie|en|er|e|n|y)$/);
