import type { HelpDocumentation, HelpGroup } from './documentation.ts';
import { livePages } from './live-pages.ts';

/** The groups of the start page, the last of which, the reference, has the pages that are made in the product as well. */
export const helpGroups = ({ groups }: HelpDocumentation): HelpGroup[] => {
  const last = groups.at(-1);
  return last ? [...groups.slice(0, -1), { ...last, pages: [...last.pages, ...livePages()] }] : [];
};
