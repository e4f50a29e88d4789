/** The words of a command line, as a POSIX shell, or that of Windows where its sign for a long line is used, reads them. */

const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0', a: '\x07', b: '\b' };

const joinedLines = (text: string): string =>
  /\^\r?\n/.test(text) ? text.replace(/\^\r?\n/g, ' ').replace(/\^(.)/g, '$1') : text.replace(/\\\r?\n/g, '');

/** @throws Error where a quote is not closed */
export const shellWords = (command: string): string[] => {
  const text = joinedLines(command);
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const add = (part: string) => {
    word = (word ?? '') + part;
  };

  const quoted = (end: string, toMeant: (next: string) => string | undefined): void => {
    add('');
    for (; at < text.length; at += 1) {
      const character = text[at]!;
      if (character === end) {
        at += 1;
        return;
      }
      const meant = character === '\\' ? toMeant(text[at + 1] ?? '') : undefined;
      if (meant !== undefined) at += 1;
      add(meant ?? character);
    }
    throw new Error(`A ${end} is not closed`);
  };

  while (at < text.length) {
    const character = text[at]!;
    at += 1;
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'") quoted("'", () => undefined);
    else if (character === '"') quoted('"', (next) => ('"\\$`'.includes(next) ? next : undefined));
    else if (character === '$' && text[at] === "'") {
      at += 1;
      quoted("'", (next) => ansiEscapes[next] ?? next);
    } else if (character === '\\') {
      add(text[at] ?? '');
      at += 1;
    } else add(character);
  }
  if (word !== undefined) words.push(word);
  return words;
};
