/** Lines of at most so many characters, broken between words; a word that is longer stands alone. */
export const wrapText = (text: string, most: number): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const lines: string[] = [];
      let current = '';
      for (const word of line.split(' ')) {
        if (current !== '' && current.length + 1 + word.length > most) {
          lines.push(current);
          current = word;
        } else current = current === '' ? word : `${current} ${word}`;
      }
      return [...lines, current];
    })
    .join('\n');
