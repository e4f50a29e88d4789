import type { Example } from './LiveExample.tsx';

const fence = /^```expression\n([\s\S]*?)\n```$/gm;

/** Data of the item, a line of dashes, and the expression; or the expression alone. */
const readExample = (text: string): Example => {
  const [first = '', second] = text.split(/^---$/m).map((part) => part.trim());
  return second === undefined ? { expression: first } : { input: first, expression: second };
};

/** Cuts a page at its code blocks of the language `expression`: they are shown as examples that can be changed. */
export const cutExamples = (text: string): (string | Example)[] => {
  const parts: (string | Example)[] = [];
  let end = 0;
  for (const match of text.matchAll(fence)) {
    parts.push(text.slice(end, match.index), readExample(match[1] ?? ''));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
};
