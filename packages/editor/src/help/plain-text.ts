/** Markdown as the words that a person reads: without marks of headings, tables, links and code. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/^\s*(?:```|~~~).*$/gm, '')
    .replace(/^\s*\|?(?:\s*:?-{2,}:?\s*\|?)+\s*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*>]|\d+\.)\s+/gm, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/(^|[\s(])[*_](\S(?:[^*_]*\S)?)[*_](?=[\s).,:;!?]|$)/gm, '$1$2')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
