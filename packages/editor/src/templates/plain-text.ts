/** As much as fits into the lines of a card, and a little more. */
const enough = 220;

/** The first words of a text in Markdown, without its signs and headings. */
export const plainText = (markdown: string): string =>
  markdown
    .slice(0, enough * 4)
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/^#{1,6} .*$/gm, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*+>]|\d+\.)\s+/gm, '')
    .replace(/(\*\*|__|[*`~])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, enough);
