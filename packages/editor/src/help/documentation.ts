import type { DocumentationPage } from '@millrace/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { plainText } from './plain-text.ts';
import { uniqueSlugs } from './slugs.ts';

/** All pages of this version of Millrace. They come at once, for the navigation and the search need them all. */
export const documentationQuery = queryOptions({
  queryKey: ['documentation'],
  queryFn: async ({ signal }) => readDocumentation(await client.documentation.list({ signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export interface HelpPage {
  /** Below `/help/`, such as `guides/webhooks`; of the start page empty. */
  address: string;
  /** The file, from which its links go. */
  file: string;
  title: string;
  /** Markdown. */
  text: string;
}

export interface HelpGroup {
  title: string;
  pages: readonly { address: string; title: string; summary: string }[];
}

export interface HelpDocumentation {
  pages: ReadonlyMap<string, HelpPage>;
  /** In the order of the start page. */
  groups: readonly HelpGroup[];
}

/** `guides/webhooks.md` is at `guides/webhooks`, and `nodes/README.md` at `nodes`. */
export const addressOfFile = (file: string): string => file.replace(/(?:^|\/)README\.md$/, '').replace(/\.md$/, '');

const titleOf = (text: string): string => plainText(/^# (.+)$/m.exec(text)?.[1] ?? '');

export const readDocumentation = (files: readonly DocumentationPage[]): HelpDocumentation => {
  const pages = new Map(
    files.map(({ path, text }): [string, HelpPage] => {
      const address = addressOfFile(path);
      return [address, { address, file: path, title: titleOf(text), text }];
    }),
  );
  return { pages, groups: groupsOf(pages.get('')?.text ?? '') };
};

/** The start page is the navigation: a heading for each group, and a list of links with what is found there. */
const groupsOf = (text: string): HelpGroup[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')).trim(),
      pages: [...part.matchAll(/^- \[(.+?)\]\((.+?)\)(?:: (.+))?$/gm)].map(
        ([, title = '', path = '', summary = '']) => ({
          address: addressOfFile(path),
          title,
          summary,
        }),
      ),
    }));

export interface HelpSection {
  title: string;
  /** Empty for what stands before the first heading below the title. */
  slug: string;
  level: number;
  text: string;
}

/** A page, cut at its headings; what stands in code is no heading. */
export const sectionsOf = ({ title, text }: Pick<HelpPage, 'title' | 'text'>): HelpSection[] => {
  const slugOf = uniqueSlugs();
  const sections: HelpSection[] = [{ title, slug: '', level: 1, text: '' }];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || line.trim().startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const heading = fence === undefined ? /^(#{1,6}) (.+?)\s*#*$/.exec(line) : null;
    const [, marks = '', words = ''] = heading ?? [];
    const slug = heading ? slugOf(words) : '';
    if (heading && marks.length > 1) sections.push({ title: plainText(words), slug, level: marks.length, text: '' });
    else if (!heading) sections.at(-1)!.text += `${line}\n`;
  }
  return sections;
};
