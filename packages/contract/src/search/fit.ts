/* How well what somebody types fits a word or a text. All is in lower case. */

export const startsAWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return true;
  }
  return false;
};

/** The first letter must be the first of a word. */
export const hasLettersInOrder = (text: string, letters: string): boolean => {
  if (!startsAWord(text, letters[0]!)) return false;
  let at = -1;
  return [...letters].every((letter) => {
    at = text.indexOf(letter, at + 1);
    return at >= 0;
  });
};

/** `wehbook` for `webhook`: one slip, or two in a long word. What is typed may be the beginning of the word. */
export const isNearlyAWord = (word: string, typed: string): boolean => {
  const slips = typed.length >= 8 ? 2 : 1;
  return word[0] === typed[0] && slipsToBegin(word, typed, slips) <= slips;
};

/** The least slips (a letter more, less, other, or two swapped) that make `typed` of a beginning of `word`; more than `most` counts as one more. */
const slipsToBegin = (word: string, typed: string, most: number): number => {
  if (word.length < typed.length - most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let i = 1; i <= typed.length; i++) {
    const next = [i];
    for (let j = 1; j <= word.length; j++) {
      const other = typed[i - 1] === word[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + other);
      if (typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    before = row;
    row = next;
  }
  return Math.min(...row);
};
