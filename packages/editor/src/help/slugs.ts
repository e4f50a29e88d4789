import { plainText } from './plain-text.ts';

/** The name of a heading in an address, as code hosts make it of the same file: so links between files work in both places. */
const slugOf = (heading: string): string =>
  plainText(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Names of the headings of one page, in their order: the second of a name gets a number. */
export const uniqueSlugs = (): ((heading: string) => string) => {
  const counts = new Map<string, number>();
  return (heading) => {
    const slug = slugOf(heading);
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
};
